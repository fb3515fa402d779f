import { parseAbi, type Address } from 'viem'
import { namehash } from 'viem/ens'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { auctionAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { identityRegistryAbi } from '../../../shared/domain/agents/registryAbis.ts'
import { trendFactoryAbi } from '../../../shared/domain/trend/trendFactory.ts'
import { laneCalls } from '../../../shared/domain/vault/laneCalls.ts'
import { registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { LANES } from '../../../shared/domain/vault/readLanes.ts'
import type { Query } from './parseQuery.ts'
import type { Stored } from './readStored.ts'
import {
  AUCTION,
  LAUNCH_ARM,
  SHARE_TOKEN,
  STRATEGY,
  type Target,
  VAULT,
} from '../../../shared/domain/provenance/kinds.ts'

/** Resolution of a name by the resolver of basenames (ENSIP-1, `addr`). */
const resolverAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])

/** Everything that the chain can say about a query, at one block. */
export function resolveCalls(
  describe: Describe,
  { contracts }: Pick<ChainConfig, 'contracts'>,
  query: Query,
  stored: Stored,
) {
  const { at, each } = describe
  const { registry, identityRegistry, basenameResolver } = contracts
  const owner =
    basenameResolver && query.basename !== null
      ? at(basenameResolver, resolverAbi)('addr', [namehash(query.basename)])
      : null
  const target: Address | Ref<Address> | null = query.address ?? owner
  const lanes = registry && at(registry, registryAbi)
  return {
    owner,
    count: lanes ? lanes('getTokenCount') : null,
    atAddress: registry && target ? addressCalls(describe, registry, target) : null,
    named: Object.fromEntries(
      stored.coins.map((coin) => [coin, registry ? laneCalls(describe, registry, coin) : null]),
    ),
    scanned:
      registry && lanes && stored.scans
        ? each(lanes('getTokensPaginated', [0n, BigInt(LANES)]), LANES, (coin) => laneCalls(describe, registry, coin))
        : null,
    auctions: Object.fromEntries(
      stored.auctions.map((auction) => [auction, registry ? auctionCalls(describe, registry, auction) : null]),
    ),
    agents: Object.fromEntries(
      stored.agents.map(({ agentId }) => [
        String(agentId),
        identityRegistry ? at(identityRegistry, identityRegistryAbi)('ownerOf', [agentId]) : null,
      ]),
    ),
    trend: trendCalls(describe, contracts, stored.ticker),
  }
}

/** An auction with its proof, and the blocks by which it differs from others of the same token. */
function auctionCalls(describe: Describe, registry: Address, address: Target) {
  const auction = describe.at(address, auctionAbi)
  const proof = AUCTION.calls(describe, registry, address)
  return {
    proof,
    lane: laneCalls(describe, registry, proof.coin),
    symbol: describe.at(auction('token'), erc20Abi)('symbol'),
    name: describe.at(auction('token'), erc20Abi)('name'),
    startBlock: auction('startBlock'),
    endBlock: auction('endBlock'),
  }
}

export type AuctionReads = Resolved<ReturnType<typeof auctionCalls>>

/** The coin of a ticker at the factory's address for it, if a contract answers there. */
function trendCalls({ at }: Describe, { trendFactory }: ChainConfig['contracts'], ticker: string | null) {
  if (!trendFactory || ticker === null) return null
  const coin = at(trendFactory, trendFactoryAbi)('trendCoinAddress', [ticker])
  return { coin, symbol: at(coin, erc20Abi)('symbol'), name: at(coin, erc20Abi)('name') }
}

export type ResolveReads = Resolved<ReturnType<typeof resolveCalls>>

/** The reads that show which kinds of contract an address is proven to be, and the lane of each. */
function addressCalls(describe: Describe, registry: Address, target: Target) {
  const { at } = describe
  const lane = (coin: Target) => laneCalls(describe, registry, coin)
  const arm = LAUNCH_ARM.calls(describe, registry, target)
  const strategy = STRATEGY.calls(describe, registry, target)
  return {
    address: target,
    symbol: at(target, erc20Abi)('symbol'),
    name: at(target, erc20Abi)('name'),
    asCoin: lane(target),
    asVault: lane(VAULT.calls(describe, registry, target).coin),
    asShare: lane(SHARE_TOKEN.calls(describe, registry, target).coin),
    asArm: { proof: arm, lane: lane(arm.listed.coin) },
    asAuction: auctionCalls(describe, registry, target),
    asStrategy: { proof: strategy, lane: lane(strategy.listed.coin) },
  }
}

export type AddressReads = Resolved<ReturnType<typeof addressCalls>>
