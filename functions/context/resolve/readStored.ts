import { getAddress, type Address } from 'viem'
import type { WalletProof } from '../../../shared/store/WalletProof.ts'
import type { RegisteredAgent } from '../../../shared/store/agentFiles.ts'
import { IDENTITY } from '../../../shared/store/streams.ts'
import type { TrendProfileRow } from '../../../shared/store/trendProfiles.ts'
import { skeleton } from '../../../shared/text/skeleton.ts'
import type { WalletsContext } from '../context.ts'
import { type Unread } from '../createUnread.ts'
import { NotRead } from '../NotRead.ts'
import { readIndexed } from '../readIndexed.ts'
import { fromList, listedVaults } from './listedVaults.ts'
import type { Query } from './parseQuery.ts'

export type ResolvePart =
  'vaults' | 'auctions' | 'lookalikes' | 'trendCoin' | 'agents' | 'accounts' | 'handles' | 'basename'

/** Lanes that a name can lead to, agents of one wallet or name, and auctions. */
export const [MOST_LANES, MOST_AGENTS, MOST_AUCTIONS] = [16, 8, 8]
/** Tickers that the factory accepts. */
const TICKER = /^[a-z0-9]{2,32}$/i

/** Stored facts about a query, read before the chain. */
export interface Stored {
  /** Creator coins of vaults with such a name. */
  readonly coins: readonly Address[]
  /** There are more of them. */
  readonly isCut: boolean
  /** Nothing was found: the registry itself is looked through, as far as one request goes. */
  readonly scans: boolean
  /** The list of vaults could not be used. */
  readonly isBlind: boolean
  /** Agents that the wallet has been given, or that have this id or name, and the name of each if it is known. */
  readonly agents: readonly Pick<RegisteredAgent, 'agentId' | 'name'>[]
  /** Auctions of vaults with such a name, or of the vault or token at the address. */
  readonly auctions: readonly Address[]
  readonly profile: TrendProfileRow | null
  /** The address is a wallet of an account here, and how that was proven of a smart one. */
  readonly account: { readonly proofs: readonly WalletProof[] } | null
  /** Ticker of a trend coin. */
  readonly ticker: string | null
}

interface Lookup {
  readonly query: Query
  readonly minBlock: number
  readonly unread: Unread<ResolvePart>
}

/** Reads what the store knows about a query, all at once. */
export async function readStored(context: WalletsContext, { query, minBlock, unread }: Lookup): Promise<Stored> {
  const { address, name, handle } = query
  const { chainId, contracts } = context.chain.config
  const [lanes, agents, auctions, profile, account, ticker] = await Promise.all([
    name === null ? null : readLanesOf(context, name, minBlock),
    contracts.identityRegistry && query.basename === null
      ? unread.settle('agents', agentsOf(context, { query, registry: contracts.identityRegistry, minBlock }))
      : null,
    contracts.registry ? unread.settle('auctions', auctionsOf(context, { query, minBlock })) : null,
    handle === null ? null : unread.settle('handles', context.profiles.findByHandle(handle)),
    address ? unread.settle('accounts', accountOf(context, address)) : null,
    address && contracts.trendFactory ? unread.settle('trendCoin', context.tickers.of(chainId, address)) : null,
  ])
  return {
    coins: lanes?.coins.slice(0, MOST_LANES) ?? [],
    isCut:
      (lanes?.coins.length ?? 0) > MOST_LANES ||
      (agents?.length ?? 0) > MOST_AGENTS ||
      (auctions?.length ?? 0) > MOST_AUCTIONS,
    scans: name !== null && (lanes?.coins.length ?? 0) === 0,
    isBlind: name !== null && lanes === null,
    agents:
      agents && agents.length > 0
        ? agents.slice(0, MOST_AGENTS)
        : query.agentId === null
          ? []
          : [{ agentId: query.agentId, name: null }],
    auctions: auctions?.slice(0, MOST_AUCTIONS) ?? [],
    profile,
    account,
    ticker: name !== null && TICKER.test(name) ? name : ticker,
  }
}

/** Null if the list of vaults cannot be read; the registry is then read instead. */
async function readLanesOf(context: WalletsContext, name: string, minBlock: number) {
  const shape = skeleton(name)
  if (shape === '') return { coins: [] }
  const rows = await listedVaults(context, shape, { minBlock, limit: MOST_LANES + 1 }).catch(() => null)
  return rows && { coins: rows.map(({ creatorCoin }) => getAddress(creatorCoin)) }
}

/** One more than are shown. */
async function agentsOf(
  context: WalletsContext,
  { query, registry, minBlock }: { query: Query; registry: Address; minBlock: number },
): Promise<Stored['agents']> {
  const { address, agentId, name } = query
  const { value } = await readIndexed(context, IDENTITY, minBlock, async ({ chain, block }) => {
    const of = { chain, registry, toBlock: block, limit: MOST_AGENTS + 1 }
    const ids = address ? await context.agentFiles.ofOwner(of, address) : agentId === null ? undefined : [agentId]
    const shape = ids ? undefined : skeleton(name ?? '')
    if (ids?.length === 0 || shape === '') return []
    const [isWhole, agents] = await Promise.all([
      shape === undefined || context.agentFiles.isWhole(of),
      context.agentFiles.page(of, { ids, skeleton: shape }),
    ])
    if (!isWhole) throw new NotRead('index_unavailable')
    return agents
  })
  return value
}

/** One more than are shown. */
async function auctionsOf(
  context: WalletsContext,
  { query: { name, address }, minBlock }: Pick<Lookup, 'query' | 'minBlock'>,
): Promise<Address[]> {
  const shape = skeleton(name ?? '')
  const what = address ? { address } : shape === '' ? null : { skeleton: shape }
  if (!what) return []
  const { chainId } = context.chain.config
  const rows = await fromList(context, minBlock, () => context.auctions.about(chainId, what, MOST_AUCTIONS + 1))
  return rows.map(({ auction }) => getAddress(auction))
}

async function accountOf({ accounts }: WalletsContext, address: Address): Promise<Stored['account']> {
  const account = await accounts.findByWallet(address)
  const wallet = account?.wallets.find((one) => one.address === address)
  if (!account || !wallet) return null
  const proofs = account.proofs.filter((proof) => proof.wallet === address)
  // Whose a smart wallet is, only its own proof shows.
  if (wallet.kind === 'smart' && proofs.length === 0) throw new NotRead('unanswered')
  return { proofs: wallet.kind === 'smart' ? proofs : [] }
}
