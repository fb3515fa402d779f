import { getAddress } from 'viem'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { laneOf } from '../../../shared/domain/vault/laneCalls.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { type Candidate, laneCandidate, matchOf, named, NOTHING, partsOf } from './Candidate.ts'
import { nextCall } from './nextCalls.ts'
import type { Query } from './parseQuery.ts'
import { addressCandidates, auctionCandidates, roleCandidates } from './addressCandidates.ts'
import type { Stored } from './readStored.ts'
import type { ResolveReads } from './resolveCalls.ts'

export interface Lookup {
  readonly config: Pick<ChainConfig, 'chainId' | 'contracts'>
  readonly query: Query
  readonly stored: Stored
  readonly reads: ResolveReads
  /** The block of the reads. */
  readonly block: bigint
  /** Whether the address belongs to an account here, as its contract confirms. */
  readonly isAccount: boolean
}

/** Everything that a query can mean, as far as it is proven at this block. */
export const candidatesOf = (lookup: Lookup): Candidate[] => [
  ...ofAddress(lookup),
  ...ofLanes(lookup),
  ...ofAuctions(lookup),
  ...ofTrend(lookup),
  ...ofAgents(lookup),
  ...ofHandle(lookup),
]

/** The contract or account at the address of the query, or of a basename. */
function ofAddress({ config, query, reads, block, isAccount }: Lookup): Candidate[] {
  const { chainId } = config
  const owner = knownAddress(reads.owner)
  const address = query.address ?? owner
  if (address === null) return []
  const { atAddress } = reads
  const proven = atAddress ? addressCandidates(config, address, atAddress, block) : []
  const own = { ...NOTHING, chainId, address, ...named(null, null) }
  const wallet = nextCall('getWalletContext', address)
  return [
    ...(owner
      ? [
          {
            ...own,
            kind: 'basename' as const,
            name: query.basename,
            match: 'exact' as const,
            proof: {
              source: 'contract' as const,
              by: config.contracts.basenameResolver ?? null,
              call: 'addr(bytes32)',
            },
            next: [wallet],
          },
        ]
      : []),
    ...proven,
    ...roleCandidates(config, address, named(atAddress?.symbol ?? null, atAddress?.name ?? null), proven),
    ...(isAccount
      ? [
          {
            ...own,
            kind: 'account' as const,
            match: 'address' as const,
            proof: { source: 'store' as const, by: null, call: null },
            next: [nextCall('getPortfolio', { address }), wallet],
          },
        ]
      : []),
  ]
}

/** Coins, vaults and share tokens by a name or symbol. */
function ofLanes({ config: { chainId, contracts }, query: { name }, reads }: Lookup): Candidate[] {
  const { registry } = contracts
  if (name === null || !registry) return []
  return [...Object.values(reads.named), ...(reads.scanned ?? [])].flatMap((own) => {
    const lane = own && laneOf(own)
    if (!lane) return []
    return partsOf(lane).flatMap((part) => {
      const match = matchOf(name, part)
      return match ? [laneCandidate({ chainId, registry }, part, lane.coin, match)] : []
    })
  })
}

/** Auctions of a vault that the query names, and of the vault or token at its address. */
function ofAuctions({ config, query: { name }, stored, reads, block }: Lookup): Candidate[] {
  return stored.auctions.flatMap((address) => {
    const own = reads.auctions[address]
    if (!own) return []
    const match = (name !== null && matchOf(name, named(own.symbol, own.name))) || 'related'
    return auctionCandidates(config, address, own, { match, block })
  })
}

/** A coin of the trend factory, by its ticker or its address. */
function ofTrend({ config: { chainId, contracts }, query, stored, reads }: Lookup): Candidate[] {
  const { trend } = reads
  const coin = knownAddress(trend?.coin ?? null)
  // Without a contract there, the ticker is not deployed yet.
  if (!trend || coin === null || trend.symbol === null || stored.ticker === null) return []
  if (query.address && query.address !== coin) return []
  const names = named(trend.symbol, trend.name)
  const match = query.address ? 'address' : matchOf(stored.ticker, names)
  if (match === null) return []
  return [
    {
      ...NOTHING,
      ...names,
      kind: 'trendCoin',
      chainId,
      address: coin,
      match,
      proof: { source: 'registry', by: contracts.trendFactory ?? null, call: 'trendCoinAddress(string)' },
      next: query.address ? [nextCall('getTrendCoin', { address: coin })] : [],
    },
  ]
}

/** An agent by its id or name, and those of a wallet. */
function ofAgents({ config: { chainId, contracts }, query, stored, reads }: Lookup): Candidate[] {
  return stored.agents.flatMap(({ agentId: id, name }): Candidate[] => {
    const agentId = String(id)
    const owner = reads.agents[agentId]
    if (!owner || (query.address && owner !== query.address)) return []
    const names = named(null, name)
    const byName = query.name === null ? null : matchOf(query.name, names)
    return [
      {
        ...NOTHING,
        ...names,
        kind: 'agent',
        chainId,
        address: null,
        agentId,
        match: query.address ? 'address' : id === query.agentId ? 'id' : (byName ?? 'folded'),
        proof: { source: 'registry', by: contracts.identityRegistry ?? null, call: 'ownerOf(uint256)' },
        next: [
          nextCall('getAgentFeedback', { agentId }),
          nextCall('getSocialReputationGraph', { agentId }),
          nextCall('getWalletContext', owner),
        ],
      },
    ]
  })
}

/** The profile that an account has shown under a handle. */
function ofHandle({ config: { chainId }, stored: { profile } }: Lookup): Candidate[] {
  if (!profile?.walletAddress || profile.handle === null) return []
  const address = getAddress(profile.walletAddress)
  return [
    {
      ...NOTHING,
      kind: 'account',
      chainId,
      address,
      symbol: null,
      name: plainTextOrNull(profile.displayName ?? profile.handle, 128),
      match: 'exact',
      proof: { source: 'store', by: null, call: null },
      next: [nextCall('getTrendProfile', { handle: profile.handle }), nextCall('getWalletContext', address)],
    },
  ]
}
