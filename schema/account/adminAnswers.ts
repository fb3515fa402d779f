import { z } from '@hono/zod-openapi'
import { EvmAddress } from '../common.ts'

export const DECISIONS = ['pending', 'approved', 'denied'] as const

const seconds = (description: string) =>
  z.int().openapi({ description: `Unix seconds ${description}`, example: 1780000000 })

const address = (description: string) => EvmAddress.openapi({ description })

/** The decision; all null while it is pending. */
const decision = {
  decidedAt: seconds('of the last decision; null while pending').nullable(),
  decidedBy: address('Administrator who decided; null while pending').nullable(),
  note: z.string().nullable().openapi({
    description: 'Note of the administrator; null without a note',
    example: 'Met at the meetup',
  }),
} as const

const page = {
  count: z.int().openapi({ description: 'Number of items on this page', example: 1 }),
  nextCursor: z
    .string()
    .nullable()
    .openapi({ description: '`cursor` of the next page; null on the last page', example: null }),
} as const

export const WaitlistEntryId = z.int().openapi({ description: 'Id of the waitlist entry', example: 1 })
export const AccessRequestId = z.int().openapi({ description: 'Id of the access request', example: 1 })

export const WaitlistEntries = z
  .object({
    ...page,
    entries: z
      .array(
        z
          .object({
            id: WaitlistEntryId,
            status: z.enum(DECISIONS).openapi({ description: '`pending` until an administrator decides' }),
            email: z.string().nullable().openapi({
              description: 'Verified e-mail address of the account; null if none is linked',
              example: 'ada@example.com',
            }),
            wallet: address('Canonical wallet of the account; null if it has none').nullable(),
            createdAt: seconds('at which the account joined the waitlist'),
            ...decision,
          })
          .openapi('WaitlistEntry'),
      )
      .openapi({ description: 'Newest first' }),
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
            status: z
              .enum(DECISIONS)
              .openapi({ description: '`pending` until an administrator decides; a decision is final' }),
            wallet: address('Wallet that requests creator access'),
            coin: address('Creator coin that the request names; null if it names none').nullable(),
            createdAt: seconds('at which the request was first sent'),
            updatedAt: seconds('at which the request was last sent or decided'),
            ...decision,
          })
          .openapi('CreatorAccessRequestItem'),
      )
      .openapi({ description: 'Newest first' }),
  })
  .openapi('CreatorAccessRequests')

export const AllowedCreator = z
  .object({
    address: address('Wallet with creator access'),
    approvedAt: seconds('since which the wallet has creator access'),
    approvedBy: address('Administrator who added the wallet'),
    note: z
      .string()
      .nullable()
      .openapi({ description: 'Note of an administrator; null without a note', example: null }),
    smartWalletAddress: address('Smart wallet that also has creator access; null if none is set').nullable(),
  })
  .openapi('AllowedCreator')

export const CreatorAllowlist = z
  .object({
    admin: address('Administrator who sent this request'),
    allowlist: z
      .array(AllowedCreator)
      .openapi({ description: 'Wallets with creator access, newest first, at most 200' }),
    truncated: z
      .boolean()
      .openapi({ description: 'Whether more than 200 wallets match; narrow the list with `q`', example: false }),
  })
  .openapi('CreatorAllowlist')
