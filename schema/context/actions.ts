import { z } from '@hono/zod-openapi'
import { Amount, EvmAddress } from '../common.ts'
import { Symbol } from './parts.ts'

/** What an action can wait for. */
export const WAITS = {
  lock_not_expired: 'the lock has to end',
  voting_not_started: 'the first epoch has to begin',
  vote_frozen: 'the next epoch has to begin',
  lock_too_recent: 'the lock has to be seven days old',
  utility_not_configured: 'the gauge has no utility contract',
  no_voting_power: 'there is no power to vote with; a longer lock gives some',
  lock_expires_before_epoch_end: 'the lock has to be extended beyond the epoch',
  auction_not_started: 'the auction has to start',
  tokens_not_received: 'the auction has to receive the tokens that it is to sell',
  bids_need_approval: 'a hook of the auction decides on each bid: build one to see',
  loan_in_auction: 'the liquidation of the loan has to end',
  demo_vault: 'the vault has to launch',
} as const
export type WaitCode = keyof typeof WAITS
const isCode = (code: string): code is WaitCode => Object.hasOwn(WAITS, code)

const Bound = z
  .object({
    min: z.string().openapi({ description: 'The least that is possible; the body has this value', example: '1' }),
    max: z.string().nullable().openapi({
      description:
        'The most that is possible, or `max` where the operation takes that for all; null if nothing bounds it',
      example: '250000000000000000000',
    }),
    unit: z.enum(['baseUnits', 'wad', 'priceQ96', 'seconds', 'unixSeconds', 'bps', 'index']).openapi({
      description:
        'baseUnits: of `token`. wad: whole tokens times 1e18. priceQ96: base units of the currency for one base unit of the token, times 2^96. bps: basis points. index: number of a bucket',
    }),
    token: z
      .object({
        address: EvmAddress.openapi({ description: 'The token; the zero address for the chain’s own currency' }),
        symbol: Symbol,
        decimals: z.int().nullable().openapi({ description: 'Decimals of the token; null if unknown', example: 18 }),
      })
      .nullable()
      .openapi({ description: 'The token that is counted; null for anything else' }),
  })
  .openapi('ActionBound')

const WaitsFor = z.object({
  code: z.enum(Object.keys(WAITS).filter(isCode)).openapi({
    description: Object.entries(WAITS)
      .map(([code, meaning]) => `${code}: ${meaning}`)
      .join('. '),
  }),
  until: z.int().nullable().openapi({
    description: 'When it ceases by itself, unix seconds; null if that is not known',
    example: 1790812800,
  }),
  untilBlock: Amount.nullable().openapi({
    description: 'The block with which it ceases by itself; null if no block decides it',
    example: '23460000',
  }),
})

export const Action = z
  .object({
    operationId: z.string().openapi({ description: 'Builder to send the body to', example: 'buildVetokenIncrease' }),
    path: z
      .string()
      .openapi({ description: 'Its path below the base URL (POST)', example: '/v1/build/vetoken/increase' }),
    possible: z.boolean().openapi({
      description: 'true: at this block it builds without issues, and its simulation succeeds. false: see waitsFor',
    }),
    why: z.string().openapi({
      description: 'Why the wallet can do it, in one sentence',
      example: 'The lock runs until 2028-08-24T00:00:00Z and the wallet holds 250 ■AURORA.',
    }),
    waitsFor: WaitsFor.nullable().openapi({ description: 'What must happen first; null if it is possible now' }),
    body: z.record(z.string(), z.unknown()).openapi({
      description:
        'Body of the builder, ready to be sent. Fields with bounds have their least value: choose any up to the most',
      type: 'object',
      additionalProperties: true,
      example: { from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: '1' },
    }),
    bounds: z.record(z.string(), Bound).openapi({ description: 'Bounds of fields of the body, by name' }),
  })
  .openapi('WalletAction')
