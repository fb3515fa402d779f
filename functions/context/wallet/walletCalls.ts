import type { Address } from 'viem'
import { multicall3Abi } from '../../../shared/abi/multicall3.ts'
import { erc173Abi, erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { identityRegistryAbi } from '../../../shared/domain/agents/registryAbis.ts'
import { launchArmAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { listedVaultsCalls } from '../../../shared/domain/gauge/listedVaultsCalls.ts'
import { voterCalls } from '../../../shared/domain/gauge/voterCalls.ts'
import { lendpoolCalls, poolCall } from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import { AUCTION } from '../../../shared/domain/provenance/kinds.ts'
import { provenanceCalls } from '../../../shared/domain/provenance/provenance.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { tokenCalls } from '../../../shared/domain/token/tokenCalls.ts'
import { laneCalls } from '../../../shared/domain/vault/laneCalls.ts'
import { registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { escrowCalls } from '../../../shared/domain/vetoken/escrowCalls.ts'
import { auctionReads, bidRead, checkpointReads } from './auctionReads.ts'
import { exitReads } from './exitReads.ts'
import { strategyReads } from './strategyReads.ts'

/** Lanes of the registry in one answer; each costs up to two million gas, of the 50 million that nodes allow for a call. */
export const LANES = 12
/** The most vaults that one vote may name (maxVaultsPerVote). */
export const BALLOT = 10

export interface Wanted {
  readonly wallet: Address
  /** Lanes of the registry before the first that is read. */
  readonly offset: number
  /** Bids that the index knows of. */
  readonly bids: readonly { readonly auction: Address; readonly bidId: bigint }[]
  /** Agents that the index knows of. */
  readonly agents: readonly bigint[]
}

/**
 * Everything to read of a wallet at one block. A checkpoint of an auction changes what every later call sees, so the
 * checkpoints come after all other calls.
 */
export function walletCalls(describe: Describe, config: ChainConfig, wanted: Wanted) {
  const { at, each } = describe
  const { contracts } = config
  const { wallet, offset, agents } = wanted
  const { multicall3, usdc, veToken, gaugeVoting, identityRegistry, registry, permit2 } = contracts
  const page = registry && at(registry, registryAbi)('getTokensPaginated', [BigInt(offset), BigInt(LANES)])
  const auctions = auctionsOf(contracts, wanted)
  return {
    native: multicall3 ? at(multicall3, multicall3Abi)('getEthBalance', [wallet]) : null,
    dollars: usdc
      ? { ...tokenCalls(describe, usdc), balance: describe.at(usdc, erc20Abi)('balanceOf', [wallet]) }
      : null,
    escrow: veToken ? escrowCalls(describe, veToken, wallet) : null,
    voter: gaugeVoting ? voterCalls(describe, gaugeVoting, wallet) : null,
    ballot: gaugeVoting ? listedVaultsCalls(describe, gaugeVoting, BALLOT) : null,
    count: registry ? at(registry, registryAbi)('getTokenCount') : null,
    lanes:
      registry && page
        ? each(page, LANES, (coin) => walletLaneCalls(describe, contracts, { registry, coin, wallet }))
        : null,
    pool: poolReads(describe, contracts, { pool: contracts.lendpool, wallet }),
    agents: Object.fromEntries(
      agents.map((agentId) => [
        String(agentId),
        identityRegistry
          ? {
              owner: at(identityRegistry, identityRegistryAbi)('ownerOf', [agentId]),
              wallet: at(identityRegistry, identityRegistryAbi)('getAgentWallet', [agentId]),
            }
          : null,
      ]),
    ),
    auctions: Object.fromEntries(
      auctions.map((address) => [address, auctionReads(describe, address, wallet, permit2)]),
    ),
    proofs: Object.fromEntries(
      auctions.map((address) => [address, provenanceCalls(describe, config, AUCTION, address)]),
    ),
    bids: Object.fromEntries(
      wanted.bids.map(({ auction, bidId }, i) => [String(i), bidRead(describe, auction, bidId)]),
    ),
    demoShares: describeDemoShares(describe, config),
    checkpoints: Object.fromEntries(auctions.map((address) => [address, checkpointReads(describe, address)])),
    laneCheckpoints:
      registry && page
        ? each(page, LANES, (coin) => {
            const vault = at(registry, registryAbi)('getVaultForToken', [coin])
            return checkpointReads(describe, currentAuction(describe, vault))
          })
        : null,
  }
}

/** Auctions that are read by themselves: those of the configuration, and those that the wallet has bid in. */
const auctionsOf = (
  { auction, auctionErc20 }: ChainConfig['contracts'],
  { bids }: Pick<Wanted, 'bids'>,
): readonly Address[] => [
  ...new Set([...bids.map((bid) => bid.auction), ...[auction, auctionErc20].flatMap((address) => address ?? [])]),
]

const currentAuction = ({ at }: Describe, vault: Ref<Address>) =>
  at(at(vault, creatorVaultAbi)('ccaLaunchArm'), launchArmAbi)('currentAuction')

interface LaneOf {
  readonly registry: Address
  readonly coin: Ref<Address>
  readonly wallet: Address
}

/** A lane, and what a wallet has and may do in it. */
function walletLaneCalls(describe: Describe, contracts: ChainConfig['contracts'], { registry, coin, wallet }: LaneOf) {
  const { at } = describe
  const lane = laneCalls(describe, registry, coin)
  const { vault, shareToken } = lane
  const { lendpoolFactory, usdc, permit2 } = contracts
  const held = (token: Ref<Address>) => at(token, erc20Abi)('balanceOf', [wallet])
  const pool = lendpoolFactory && usdc && poolCall(describe, lendpoolFactory, { collateral: usdc, quote: coin })
  return {
    ...lane,
    decimals: at(vault, erc20Abi)('decimals'),
    shareDecimals: at(shareToken, erc20Abi)('decimals'),
    coins: held(coin),
    vaultShares: held(vault),
    shares: held(shareToken),
    owner: at(vault, erc173Abi)('owner'),
    pool: poolReads(describe, contracts, { pool, wallet }),
    strategies: strategyReads(describe, vault, wallet),
    auction: auctionReads(describe, currentAuction(describe, vault), wallet, permit2),
    exits: exitReads(describe, { vault, wrapper: at(registry, registryAbi)('getWrapperForToken', [coin]), wallet }),
  }
}

/** A lending pool and the wallet's loan from it; null where there is none to read. */
function poolReads(
  describe: Describe,
  { lendpoolFactory, lendpoolInfo }: ChainConfig['contracts'],
  { pool, wallet }: { readonly pool: Address | Ref<Address> | undefined; readonly wallet: Address },
) {
  if (!pool || !lendpoolFactory || !lendpoolInfo) return null
  const contracts = { factory: lendpoolFactory, info: lendpoolInfo }
  return { address: pool, ...lendpoolCalls(describe, { pool, borrower: wallet, sender: wallet }, contracts) }
}

export type WalletReads = Resolved<ReturnType<typeof walletCalls>>
export type WalletLane = NonNullable<WalletReads['lanes']>[number]
export type PoolReads = NonNullable<WalletReads['pool']>
