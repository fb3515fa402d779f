import * as z from 'zod'
import { address, hash } from '../../../shared/provider/portfolio/Portfolio.ts'

/** The first transfer of the chain’s own currency to an account. */
export const Funder = z.object({
  address,
  txHash: hash,
  /** In decimal digits. */
  blockNumber: z.string(),
  /** Unix seconds. */
  timestamp: z.int(),
})
export type Funder = z.output<typeof Funder>

export const FundingHop = z.object({
  address,
  funderAddress: address,
  funderTxHash: hash,
  blockNumber: z.string(),
  timestamp: z.int(),
  chainId: z.int(),
  /** 1 for the target’s own funder. */
  hop: z.int(),
})
export type FundingHop = z.output<typeof FundingHop>

/**
 * Why a trace ended. Facts: `no_funder` (the provider said that there is none), `contract_address` (contracts have no first
 * funder), `self_funded`, `cycle` (the funder is in the chain already), `labeled_entity`. Bounds: `max_hops`. Faults:
 * `api_error`, `timeout`.
 */
export const STOP_REASONS = [
  'no_funder',
  'contract_address',
  'self_funded',
  'cycle',
  'labeled_entity',
  'max_hops',
  'api_error',
  'timeout',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

export const EntityLabel = z.object({
  name: z.string(),
  category: z.string(),
  subcategory: z.string().optional(),
  source: z.enum(['explorer', 'built-in', 'label-api', 'room-key']),
})
export type EntityLabel = z.output<typeof EntityLabel>

export const ChainTrace = z.object({
  chainId: z.int(),
  chain: z.array(FundingHop),
  /** Whether it ended for a reason that lies in the wallets, and not in a bound or a fault. */
  complete: z.boolean(),
  requestedHops: z.int(),
  stopReason: z.enum(STOP_REASONS),
  /** The last funder, with labeled_entity; else null. */
  entity: EntityLabel.nullable(),
})
export type ChainTrace = z.output<typeof ChainTrace>

/** A primary name that leads back to its wallet; null if there is none. Texts are their owner’s words, URLs never fetched. */
export const EnsProfile = z
  .object({ name: z.string(), avatar: z.string().nullable(), texts: z.record(z.string(), z.string()) })
  .nullable()
export type EnsProfile = z.output<typeof EnsProfile>

export const Basename = z.object({ name: z.string() }).nullable()
export type Basename = z.output<typeof Basename>

export const SocialAccount = z
  .object({
    handle: z.string(),
    name: z.string().nullable(),
    address,
    /** How the graph rates the account; null if it does not. */
    score: z.number().nullable(),
  })
  .nullable()
export type SocialAccount = z.output<typeof SocialAccount>

/** Keys of rooms (ERC-1155) on the chain that is served. */
export const RoomKeys = z.object({
  keyToken: address,
  held: z.array(z.object({ tokenId: z.string(), balance: z.string() })),
  /** Rooms whose creator the wallet is. */
  created: z.array(z.string()),
})
export type RoomKeys = z.output<typeof RoomKeys>
