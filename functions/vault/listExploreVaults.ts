import { getAddress } from 'viem'
import type { AsOf, Chain } from '../../shared/chain/chain.ts'
import { isPrelaunch, NO_HISTORY, vaultRow } from '../../shared/domain/vault/vaultRow.ts'
import { readLanes } from '../../shared/domain/vault/readLanes.ts'
import { newestChain } from '../../shared/store/indexStandings.ts'
import { openPage } from '../../shared/store/openPage.ts'
import { fromSortable } from '../../shared/store/sortable.ts'
import { pageOf, type VaultRow, type VaultSort } from '../../shared/store/vaults.ts'
import { logError } from '../../shared/log/logError.ts'
import { isRecent, listedAsOf } from '../../shared/events/listStanding.ts'
import type { VaultContext, VaultHandler } from './context.ts'

/** Forms of a cursor's parts: an amount as it is sorted (sortable.ts), and a vault. */
const SORTABLE = /^([0-9]{30})?$/
const ADDRESS = /^0x[0-9a-f]{40}$/
const VOLUMES = { '1d': 'volume1d', '1w': 'volume1w', '1y': 'volume1y' } as const

interface Listing {
  readonly rows: readonly VaultRow[]
  readonly asOf: AsOf
  readonly truncated: boolean
}

/**
 * A page of active vaults from the log index's list; if that is empty, behind or out of reach, from the registry on
 * chain in one request (names, supply and oracle price of each lane), as far as one request goes.
 *
 * Throws invalid_request for a cursor that is not of this list, and in the second case the errors of a chain read.
 */
export const listExploreVaults: VaultHandler<'listExploreVaults'> = async ({ query }, context) => {
  const { chain, now } = context
  const { time, minBlock = 0 } = query
  const sort: VaultSort = query.sort === 'volume' ? VOLUMES[time] : query.sort === 'new' ? 'createdAt' : query.sort
  const page = openPage(`vaults:${sort}`, [sort === 'createdAt' ? 'number' : SORTABLE, 'number', ADDRESS], query)
  const seconds = Math.floor(now() / 1000)
  const wanted = { sort, search: query.query, after: page.after, limit: page.limit }

  const indexed = await fromIndex(context, wanted, { seconds, minBlock }).catch((error: unknown) => {
    // If the index cannot answer, the chain can still be read.
    logError('warn', 'log_index_unreadable', error)
    return null
  })
  const { rows: found, asOf, truncated } = indexed ?? (await fromRegistry(chain, wanted))
  const { rows, nextCursor } = page.cut(found, (row) => [row[sort], row.updatedAt, row.vault])
  const { chainId } = chain.config
  return {
    asOf,
    data: {
      chainId,
      items: rows.map((row) => itemOf(row, chainId, VOLUMES[time], asOf.source === 'index')),
      count: rows.length,
      nextCursor,
      sort: query.sort,
      time,
      truncated,
    },
  }
}

type Wanted = Parameters<typeof pageOf>[1]

async function fromIndex(
  { chain, store, vaults }: VaultContext,
  wanted: Wanted,
  { seconds, minBlock }: { seconds: number; minBlock: number },
): Promise<Listing | null> {
  const { chainId } = chain.config
  const [status, rows] = await Promise.all([
    store.logIndex.status(chainId),
    vaults.page({ chain: newestChain(chainId), ...wanted }),
  ])
  if (!status || !isRecent(status, seconds) || status.listedNumber < minBlock) return null
  return { rows, asOf: listedAsOf(chainId, status), truncated: false }
}

async function fromRegistry(chain: Chain, wanted: Wanted): Promise<Listing> {
  const { lanes, count, asOf } = await readLanes(chain, 0)
  const rows = lanes.map((lane) =>
    vaultRow(0, lane, NO_HISTORY, {
      blockTime: asOf.timestamp,
      prelaunch: isPrelaunch(chain.config, lane.vault),
      settlementStage: null,
    }),
  )
  return { rows: pageOf(rows, wanted), asOf, truncated: count > lanes.length }
}

function itemOf(row: VaultRow, chainId: number, volume: 'volume1d' | 'volume1w' | 'volume1y', indexed: boolean) {
  const usd = (micro: string, known = true): number | null =>
    row.price === null || !known || micro === '' ? null : Number(fromSortable(micro)) / 1e6
  return {
    chainId,
    vaultAddress: getAddress(row.vault),
    creatorCoinAddress: getAddress(row.creatorCoin),
    shareTokenAddress: row.shareToken && getAddress(row.shareToken),
    name: row.name,
    symbol: row.symbol,
    creatorCoinName: row.coinName,
    creatorCoinSymbol: row.coinSymbol,
    shareTokenName: row.shareName,
    shareTokenSymbol: row.shareSymbol,
    kind: row.kind,
    prelaunch: row.prelaunch,
    graduatedAt: isoOf(row.graduatedAt),
    settledAt: isoOf(row.settledAt),
    settlementStage: row.settlementStage,
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
    priceUsd: row.price === null ? null : Number(row.price) / 1e18,
    marketCapUsd: usd(row.marketCap),
    volumeUsd: usd(row[volume], indexed),
    volume24hUsd: usd(row.volume1d, indexed),
    fees24hUsd: usd(row.fees24h, indexed),
  }
}

const isoOf = (seconds: number | null): string | null => (seconds ? new Date(seconds * 1000).toISOString() : null)
