import * as z from 'zod'
import { Amount, EvmAddress } from '../common.ts'
import { codeOf } from '../fields.ts'
import { Symbol } from './parts.ts'

/** Reasons why an action is not possible yet. */
export const WAITS = {
  lock_not_expired: 'the lock has not ended',
  voting_not_started: 'the first epoch has not begun',
  vote_frozen: 'the gauge accepts no votes until the next epoch',
  lock_too_recent: 'the lock is less than seven days old',
  utility_not_configured: 'the gauge has no utility contract',
  no_voting_power: 'the wallet has no voting power; a longer lock gives some',
  lock_expires_before_epoch_end: 'the lock ends before the epoch; extend it',
  auction_not_started: 'the auction has not started',
  tokens_not_received: 'the auction has not received the tokens that it sells',
  auction_not_graduated: 'the auction has not raised its minimum; an outbid bid can exit when it has, or after the end',
  bids_need_approval: 'a validation hook of the auction decides on each bid; build a bid to see its decision',
  loan_in_auction: 'the loan is being liquidated',
  withdrawal_too_soon: 'the deposit or wrap of the wallet is too recent',
  withdrawal_not_unlocked: 'the block from which the queued withdrawal can be claimed has not come',
} as const
export type WaitCode = keyof typeof WAITS

const Bound = z
  .object({
    min: z.string().meta({ description: 'Smallest possible value, which the body has', example: '1' }),
    max: z.string().nullable().meta({
      description:
        'Largest possible value, or `max` if the operation accepts that for the whole amount; `null` if there is no bound',
      example: '250000000000000000000',
    }),
    unit: z
      .enum(['baseUnits', 'wad', 'priceQ96', 'seconds', 'unixSeconds', 'bps', 'index'])
      .describe(
        'baseUnits: base units of `token`. wad: whole tokens times 1e18. priceQ96: base units of the currency for one base unit of the token, times 2^96. seconds: a duration. unixSeconds: a time. bps: basis points. index: number of a bucket',
      ),
    token: z
      .object({
        address: EvmAddress.describe('Address of the token; the zero address is the native currency'),
        symbol: Symbol,
        decimals: z.int().nullable().meta({ description: 'Decimals of the token; `null` if unknown', example: 18 }),
      })
      .nullable()
      .describe('Token that the values count; `null` if they do not count a token'),
    price: z
      .object({
        min: z.string().meta({ description: 'The smallest price, which `maxPrice` takes', example: '0.000288' }),
        max: z
          .string()
          .nullable()
          .meta({ description: 'The largest price; `null` if there is no bound', example: '1' }),
      })
      .nullable()
      .describe(
        'Prices in priceQ96 as currency for one whole token (18 digits, rounded up); `null` for another unit, and if decimals are unknown',
      ),
  })
  .meta({ id: 'ActionBound' })

const WaitsFor = z.object({
  code: codeOf(WAITS),
  until: z.int().nullable().meta({
    description: 'Time when the reason ends by itself, unix seconds; `null` if unknown',
    example: 1790812800,
  }),
  untilBlock: Amount.nullable().meta({
    description: 'Block when the reason ends by itself; `null` if no block decides it',
    example: '23460000',
  }),
})

export const Action = z
  .object({
    operationId: z
      .string()
      .meta({ description: 'Operation (a builder) that takes the body', example: 'buildVetokenIncrease' }),
    path: z.string().meta({
      description: 'Path of the operation below the base URL (POST)',
      example: '/v1/build/vetoken/increase',
    }),
    possible: z
      .boolean()
      .describe(
        'true: as of this block the body builds without issues, and the simulation succeeds. false: see `waitsFor`',
      ),
    why: z.string().meta({
      description: 'Why the action is offered, in one sentence',
      example: 'The lock runs until 2028-08-24T00:00:00Z and the wallet holds 250 ■AURORA.',
    }),
    waitsFor: WaitsFor.nullable().describe('Reason why the action is not possible yet; `null` if it is possible'),
    body: z.record(z.string(), z.unknown()).meta({
      description:
        'Body for the operation, ready to send. Fields with bounds have their smallest value: choose any value up to the largest',
      type: 'object',
      additionalProperties: true,
      example: { from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: '1' },
    }),
    bounds: z.record(z.string(), Bound).describe('Bounds of fields of the body, by field name'),
  })
  .meta({ id: 'WalletAction' })
