import { isAddress, type Address } from 'viem'

/** Contract roles that the API knows; a role without an address makes the routes that need it answer 503. */
export const ROLES = [
  'registry',
  'creatorCoin',
  'vault',
  'wrapper',
  'shareToken',
  'gaugeController',
  'oracle',
  'launchArm',
  'auction',
  'auctionErc20',
  'lotteryManager',
  'amoeRouter',
  'keyToken',
  'gaugeVoting',
  'veToken',
  'veUtility',
  'lendpool',
  'lendpoolFactory',
  'lendpoolInfo',
  'lendpoolAuth',
  'lendpoolStrategy',
  'lpStrategy',
  'lpVault',
  'lpVaultFactory',
  'dexFactory',
  'dexQuoter',
  'dexRouter',
  'identityRegistry',
  'reputationRegistry',
  'validationRegistry',
  'usdc',
  'multicall3',
  'permit2',
  'deploymentBatcher',
  'trendFactory',
  'basenameResolver',
] as const

export type Role = (typeof ROLES)[number]

/** The one chain that a deployment serves. */
export interface ChainConfig {
  readonly chainId: number
  readonly contracts: Partial<Record<Role, Address>>
  /** The longest time for which a read of the newest block stays correct: one block. */
  readonly blockTimeMs: number
  /** Pre-launch vaults: never a destination of a built call. */
  readonly demoVaults: readonly Address[]
  /** Block from which the log index starts; 0 for the block in which the first contract that it follows appears. */
  readonly startBlock: number
  /** A block explorer's URL for people, without the trailing slash. */
  readonly explorer?: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a chain configuration (`chainId` and `contracts` are required; unknown roles are ignored, so that a localnet
 * manifest is valid). Throws a plain Error that names the field: a wrong configuration prevents the start, and never
 * fails a request.
 */
export function parseChainConfig(value: unknown): ChainConfig {
  if (!isRecord(value)) throw new Error('chain configuration: must be an object')
  const { chainId, contracts, blockTimeMs = 2000, demoVaults = [], startBlock = 0, explorer } = value
  if (!Number.isSafeInteger(chainId) || Number(chainId) <= 0)
    throw new Error('chain configuration: chainId must be a positive integer')
  if (!isRecord(contracts)) throw new Error('chain configuration: contracts must be an object of role to address')
  const known: Partial<Record<Role, Address>> = {}
  for (const role of ROLES) {
    const address = contracts[role]
    if (address === undefined || address === null) continue
    if (typeof address !== 'string' || !isAddress(address))
      throw new Error(`chain configuration: contracts.${role} is not an address`)
    known[role] = address
  }
  if (typeof blockTimeMs !== 'number' || !(blockTimeMs >= 0))
    throw new Error('chain configuration: blockTimeMs must be milliseconds')
  if (!Number.isSafeInteger(startBlock) || Number(startBlock) < 0)
    throw new Error('chain configuration: startBlock must be a block number')
  if (!Array.isArray(demoVaults) || !demoVaults.every((v): v is Address => typeof v === 'string' && isAddress(v)))
    throw new Error('chain configuration: demoVaults must be addresses')
  if (explorer !== undefined && typeof explorer !== 'string')
    throw new Error('chain configuration: explorer must be a URL')
  return {
    chainId: Number(chainId),
    contracts: known,
    blockTimeMs,
    demoVaults,
    startBlock: Number(startBlock),
    ...(explorer === undefined ? {} : { explorer }),
  }
}
