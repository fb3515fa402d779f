import type { Lane } from './readLanes.ts'
import { skeleton } from '../../text/skeleton.ts'
import { plainTextOrNull } from '../../text/plainText.ts'
import { lower } from '../../text/address.ts'
import { toSortable, ZERO } from '../../store/sortable.ts'
import type { VaultRow } from '../../store/vaults.ts'
import { isAddressEqual, type Address } from 'viem'
import type { ChainConfig } from '../../chain/config.ts'

/** Age in seconds after which a posted price is no longer meaningful. */
export const PRICE_AGE = 7200

/** History of a vault from its logs: times in unix seconds, sums in the coin's base units. */
export interface VaultHistory {
  readonly createdAt: number
  readonly updatedAt: number
  /** When its newest graduated auction did so; null if none is known to have. */
  readonly graduatedAt: number | null
  readonly settledAt: number | null
  readonly sums: Readonly<Record<string, bigint>>
  /** The hour for which the sums are valid. */
  readonly summedHour: number
}

export const NO_HISTORY: VaultHistory = {
  createdAt: 0,
  updatedAt: 0,
  graduatedAt: null,
  settledAt: null,
  sums: {},
  summedHour: 0,
}

/**
 * The row of a lane as of a block with time `blockTime`; its USD figures are zero without a fresh positive price of a
 * coin whose decimals are known, and what could not be read is an empty text, which sorts below zero.
 */
export function vaultRow(
  chain: number,
  read: Lane,
  history: VaultHistory,
  { blockTime, prelaunch, settlementStage }: { blockTime: number; prelaunch: boolean; settlementStage: string | null },
): VaultRow {
  const lane: Lane = { ...read, ...plainNames(read) }
  const { sums } = history
  const { coinDecimals, price: posted } = lane
  const isPriced = posted && posted[0] > 0n && Number(posted[1]) + PRICE_AGE >= blockTime
  const price = isPriced && coinDecimals !== null ? posted[0] : null
  const usd = (assets: bigint | null | undefined): string =>
    price === null || coinDecimals === null
      ? ZERO
      : assets === null || assets === undefined
        ? ''
        : toSortable((assets * price) / 10n ** BigInt(12 + coinDecimals))
  const texts = [
    lane.name,
    lane.symbol,
    lane.shareName,
    lane.shareSymbol,
    lane.coinName,
    lane.coinSymbol,
    lane.vault,
    lane.shareToken,
    lane.coin,
  ]
  return {
    chain,
    vault: lower(lane.vault),
    creatorCoin: lower(lane.coin),
    shareToken: lane.shareToken && lower(lane.shareToken),
    kind: lane.kind,
    name: lane.name,
    symbol: lane.symbol,
    shareName: lane.shareName,
    shareSymbol: lane.shareSymbol,
    coinName: lane.coinName,
    coinSymbol: lane.coinSymbol,
    coinDecimals: lane.coinDecimals,
    search: texts
      .filter((text) => text !== null)
      .join('\n')
      .toLowerCase(),
    skeletons: skeletonsOf(lane),
    active: lane.active,
    prelaunch,
    graduatedAt: history.graduatedAt,
    settledAt: history.settledAt,
    settlementStage,
    createdAt: history.createdAt,
    updatedAt: history.updatedAt,
    price: price === null ? null : String(price),
    marketCap: usd(lane.shareAssets),
    volume1d: usd(sums.flow1d),
    volume1w: usd(sums.flow1w),
    volume1y: usd(sums.flow1y),
    fees24h: usd(sums.fees1d),
    sums: JSON.stringify(sums, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    summedHour: history.summedHour,
  }
}

/** The longest name and symbol of a contract that is stored. */
const [NAME_LIMIT, SYMBOL_LIMIT] = [256, 64]

/** How a vault is found by its names and symbols (drizzle/vaults.ts). */
const skeletonsOf = ({ name, symbol, shareName, shareSymbol, coinName, coinSymbol }: Lane): string =>
  `\n${[...new Set([name, symbol, shareName, shareSymbol, coinName, coinSymbol].map((text) => skeleton(text ?? '')))].join('\n')}\n`

const plainNames = (lane: Lane) => ({
  name: plainTextOrNull(lane.name, NAME_LIMIT),
  symbol: plainTextOrNull(lane.symbol, SYMBOL_LIMIT),
  shareName: plainTextOrNull(lane.shareName, NAME_LIMIT),
  shareSymbol: plainTextOrNull(lane.shareSymbol, SYMBOL_LIMIT),
  coinName: plainTextOrNull(lane.coinName, NAME_LIMIT),
  coinSymbol: plainTextOrNull(lane.coinSymbol, SYMBOL_LIMIT),
})

/** Whether a vault has not launched: it is shown, but nothing may be deposited into it. */
export const isPrelaunch = ({ demoVaults }: Pick<ChainConfig, 'demoVaults'>, vault: Address): boolean =>
  demoVaults.some((demo) => isAddressEqual(demo, vault))
