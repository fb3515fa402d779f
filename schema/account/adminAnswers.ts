import * as z from 'zod'
import { EvmAddress } from '../common.ts'

export const DECISIONS = ['pending', 'approved', 'denied'] as const

const seconds = (description: string) =>
  z.int().meta({ description: `Unix seconds ${description}`, example: 1780000000 })

/** The decision; all null while it is pending. */
const decision = {
  decidedAt: seconds('of the last decision; null while pending').nullable(),
  decidedBy: EvmAddress.describe('Administrator who decided; null while pending').nullable(),
  note: z.string().nullable().meta({
    description: 'Note of the administrator; null without a note',
    example: 'Met at the meetup',
  }),
} as const

const page = {
  count: z.int().meta({ description: 'Number of items on this page', example: 1 }),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: '`cursor` of the next page; null on the last page', example: null }),
} as const

export const WaitlistEntryId = z.int().meta({ description: 'Id of the waitlist entry', example: 1 })
export const AccessRequestId = z.int().meta({ description: 'Id of the access request', example: 1 })

export const WaitlistEntries = z
  .object({
    ...page,
    entries: z
      .array(
        z
          .object({
            id: WaitlistEntryId,
            status: z.enum(DECISIONS).describe('`pending` until an administrator decides'),
            email: z.string().nullable().meta({
              description: 'Verified e-mail address of the account; null if none is linked',
              example: 'ada@example.com',
            }),
            wallet: EvmAddress.describe('Canonical wallet of the account; null if it has none').nullable(),
            createdAt: seconds('at which the account joined the waitlist'),
            ...decision,
          })
          .meta({ id: 'WaitlistEntry' }),
      )
      .describe('Newest first'),
  })
  .meta({ id: 'WaitlistEntries' })

export const CreatorAccessRequests = z
  .object({
    ...page,
    requests: z
      .array(
        z
          .object({
            requestId: AccessRequestId,
            status: z.enum(DECISIONS).describe('`pending` until an administrator decides; a decision is final'),
            wallet: EvmAddress.describe('Wallet that requests creator access'),
            coin: EvmAddress.describe('Creator coin that the request names; null if it names none').nullable(),
            createdAt: seconds('at which the request was first sent'),
            updatedAt: seconds('at which the request was last sent or decided'),
            ...decision,
          })
          .meta({ id: 'CreatorAccessRequestItem' }),
      )
      .describe('Newest first'),
  })
  .meta({ id: 'CreatorAccessRequests' })

export const AllowedCreator = z
  .object({
    address: EvmAddress.describe('Wallet with creator access'),
    approvedAt: seconds('since which the wallet has creator access'),
    approvedBy: EvmAddress.describe('Administrator who added the wallet'),
    note: z.string().nullable().meta({ description: 'Note of an administrator; null without a note', example: null }),
    smartWalletAddress: EvmAddress.describe(
      'Smart wallet that also has creator access; null if none is set',
    ).nullable(),
  })
  .meta({ id: 'AllowedCreator' })

export const CreatorAllowlist = z
  .object({
    admin: EvmAddress.describe('Administrator who sent this request'),
    allowlist: z.array(AllowedCreator).describe('Wallets with creator access, newest first, at most 200'),
    truncated: z
      .boolean()
      .meta({ description: 'Whether more than 200 wallets match; narrow the list with `q`', example: false }),
  })
  .meta({ id: 'CreatorAllowlist' })
