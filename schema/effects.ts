import * as z from 'zod'
import { Amount, EvmAddress, SignedAmount } from './common.ts'
import { Provenance } from './provenance.ts'

/** Kinds of amounts that a call changes. */
const EFFECT_KIND = [
  'native',
  'token',
  'allowance',
  'permit2_allowance',
  'lock',
  'vote',
  'bid',
  'debt',
  'collateral',
] as const

/** The unit of the amounts of each kind. */
const UNITS: Readonly<Record<(typeof EFFECT_KIND)[number], string>> = {
  native: 'wei of the native currency',
  token: 'base units of an ERC-20 token, a share token or a vault; pieces of an ERC-721 contract',
  allowance: 'base units that `spender` may take of a token (ERC-20)',
  permit2_allowance: 'base units that `spender` may take of a token through Permit2',
  lock: 'base units in the lock of a vote escrow',
  vote: 'votes for the vault `id` in this epoch: units of voting power',
  bid: 'bids in an auction, or base units of tokens that the bid `id` has bought',
  debt: 'debt of a loan in WAD',
  collateral: 'collateral of a loan in WAD',
}

const signed = (description: string) => SignedAmount.nullable().describe(description)

/** One amount that the calls of a build change. */
export const Effect = z
  .object({
    kind: z.enum(EFFECT_KIND).meta({
      description: Object.entries(UNITS)
        .map(([kind, text]) => `${kind}: ${text}`)
        .join('. '),
    }),
    text: z.string().meta({
      description: 'The effect as a sentence without its full stop; the worst that the bounds allow',
      example: 'The sender pays at most 25 USDC (0x5FbDB2315678afecb367f032d93F642f64180aa3)',
    }),
    address: EvmAddress.describe('Account whose amount changes'),
    contract: EvmAddress.nullable().describe(
      'Contract that keeps the amount, or the token of an allowance; `null` for the native currency',
    ),
    spender: EvmAddress.nullable().describe('Who may spend; `null` unless an allowance'),
    id: z.string().nullable().meta({ description: 'Vault of a vote, id of a bid; `null` for others', example: null }),
    symbol: z.string().nullable().meta({ description: 'Symbol of the unit; `null` if unknown', example: 'USDC' }),
    decimals: z.int().nullable().meta({ description: 'Decimals of the amounts; `null` if unknown', example: 6 }),
    before: signed('Amount before the calls, in the state that they were simulated on; `null` if it could not be read'),
    after: signed('Amount after the calls; `null` if it could not be read'),
    delta: signed('`after` minus `before`, in the simulation; `null` if one of them could not be read'),
    certainty: z
      .enum(['certain', 'bounded', 'unknown'])
      .describe(
        'certain: if the calls succeed, `delta` is exactly this. bounded: then it is between `least` and `most`. unknown: it depends on what others do before, see `reason`. For an allowance that the calls set, `after` is certain, or between `before` plus `least` and `before` plus `most`',
      ),
    least: signed('Least `delta` of calls that succeed; `null` if nothing bounds it'),
    most: signed('Greatest `delta` of calls that succeed; `null` if nothing bounds it'),
    reason: z.string().nullable().meta({
      description: 'Why the delta is not certain; `null` if it is',
      example: 'the price moves with every trade before this one',
    }),
    until: Amount.nullable().describe(
      'Unix seconds at which a lock or an allowance of Permit2 ends after the calls; `null` for others',
    ),
    provenance: Provenance.nullable().describe(
      'What proves the contract; `null` for the native currency and for contracts of the sender’s own choice, which the request names and nothing proves',
    ),
  })
  .meta({ id: 'Effect', description: 'An amount that the calls change' })
