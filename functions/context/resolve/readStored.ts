import { getAddress, type Address } from 'viem'
import type { WalletProof } from '../../../shared/store/WalletProof.ts'
import { IDENTITY } from '../../../shared/store/streams.ts'
import type { TrendProfileRow } from '../../../shared/store/trendProfiles.ts'
import { skeleton } from '../../../shared/text/skeleton.ts'
import type { WalletsContext } from '../context.ts'
import { type Unread } from '../createUnread.ts'
import { NotRead } from '../NotRead.ts'
import { readIndexed } from '../readIndexed.ts'
import { listedVaults } from './listedVaults.ts'
import type { Query } from './parseQuery.ts'

export type ResolvePart = 'vaults' | 'lookalikes' | 'trendCoin' | 'agents' | 'accounts' | 'handles' | 'basename'

/** Lanes that a name can lead to, and agents of one wallet. */
export const [MOST_LANES, MOST_AGENTS] = [16, 8]
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
  /** Agents that the wallet has been given. */
  readonly agents: readonly bigint[]
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
  const [lanes, agents, profile, account, ticker] = await Promise.all([
    name === null ? null : readLanesOf(context, name, minBlock),
    address && contracts.identityRegistry
      ? unread.settle('agents', agentsOf(context, { address, registry: contracts.identityRegistry, minBlock }))
      : null,
    handle === null ? null : unread.settle('handles', context.profiles.findByHandle(handle)),
    address ? unread.settle('accounts', accountOf(context, address)) : null,
    address && contracts.trendFactory ? unread.settle('trendCoin', context.tickers.of(chainId, address)) : null,
  ])
  return {
    coins: lanes?.coins.slice(0, MOST_LANES) ?? [],
    isCut: (lanes?.coins.length ?? 0) > MOST_LANES,
    scans: name !== null && (lanes?.coins.length ?? 0) === 0,
    isBlind: name !== null && lanes === null,
    agents: agents ?? [],
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

async function agentsOf(
  context: WalletsContext,
  { address, registry, minBlock }: { address: Address; registry: Address; minBlock: number },
) {
  const { value } = await readIndexed(context, IDENTITY, minBlock, ({ chain, block }) =>
    context.walletLogs.agents(registry, { chain, wallet: address, toBlock: block, limit: MOST_AGENTS }),
  )
  return value
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
