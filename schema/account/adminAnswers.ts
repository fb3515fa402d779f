import { z } from '@hono/zod-openapi'
import { EvmAddress } from '../common.ts'

export const DECISIONS = ['pending', 'approved', 'denied'] as const

const seconds = (description: string) =>
  z.int().openapi({ description: `${description}, unix seconds`, example: 1780000000 })

const address = (description: string) => EvmAddress.openapi({ description })

/** What was decided; all null until then. */
const decision = {
  decidedAt: seconds('When it was last decided').nullable(),
  decidedBy: address('The administrator who decided so').nullable(),
  note: z.string().nullable().openapi({
    description: 'What the administrator noted with it; null without a note',
    example: 'Met at the meetup',
  }),
} as const

const page = {
  count: z.int().openapi({ description: 'Number of items in this answer', example: 1 }),
  nextCursor: z
    .string()
    .nullable()
    .openapi({ description: '`cursor` of the next page; null on the last', example: null }),
} as const

export const WaitlistEntryId = z.int().openapi({ description: 'Id of the entry', example: 1 })
export const AccessRequestId = z.int().openapi({ description: 'Id of the request', example: 1 })

export const WaitlistEntries = z
  .object({
    ...page,
    entries: z
      .array(
        z
          .object({
            id: WaitlistEntryId,
            status: z.enum(DECISIONS).openapi({ description: 'pending until an administrator decides' }),
            email: z.string().nullable().openapi({
              description: 'The verified e-mail address of the account; null where none is linked',
              example: 'ada@example.com',
            }),
            wallet: address('The canonical wallet of the account; null where it has none').nullable(),
            createdAt: seconds('When the account entered the list'),
            ...decision,
          })
          .openapi('WaitlistEntry'),
      )
      .openapi({ description: 'The newest first' }),
  })
  .openapi('WaitlistEntries')

export const CreatorAccessRequests = z
  .object({
    ...page,
    requests: z
      .array(
        z
          .object({
            requestId: AccessRequestId,
            status: z.enum(DECISIONS).openapi({ description: 'pending until an administrator decides, once' }),
            wallet: address('The wallet that asks'),
            coin: address('The creator coin that it is about; null if none was named').nullable(),
            createdAt: seconds('When it was first sent'),
            updatedAt: seconds('When it was last sent or decided'),
            ...decision,
          })
          .openapi('CreatorAccessRequestItem'),
      )
      .openapi({ description: 'The newest first' }),
  })
  .openapi('CreatorAccessRequests')

export const AllowedCreator = z
  .object({
    address: address('The wallet that may create'),
    approvedAt: seconds('Since when it may'),
    approvedBy: address('The administrator who put it on the list'),
    note: z
      .string()
      .nullable()
      .openapi({ description: 'What an administrator noted about it; null without a note', example: null }),
    smartWalletAddress: address('A smart wallet that may create with it; null where none is named').nullable(),
  })
  .openapi('AllowedCreator')

export const CreatorAllowlist = z
  .object({
    admin: address('The administrator who asks'),
    allowlist: z
      .array(AllowedCreator)
      .openapi({ description: 'Wallets that may create, the newest first, at most 200' }),
    truncated: z
      .boolean()
      .openapi({ description: 'Whether more wallets match than this answer has: narrow it with `q`', example: false }),
  })
  .openapi('CreatorAllowlist')
