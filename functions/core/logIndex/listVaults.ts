import { pad, type Address, type Hex } from 'viem'
import { isPrelaunch, NO_HISTORY, vaultRow, type VaultHistory } from '../../../shared/domain/vault/vaultRow.ts'
import type { Lane } from '../../../shared/domain/vault/readLanes.ts'
import type { Store } from '../store/createStore.ts'
import { parseTotals } from '../store/logHours.ts'
import { hourOf } from '../../../shared/store/vaultHours.ts'
import { lower } from '../../../shared/text/address.ts'
import type { VaultRow } from '../../../shared/store/vaults.ts'
import type { Launch } from './readLaunches.ts'
import { GRADUATED, LAUNCHES, MIGRATED, REGISTRY, VAULTS } from './streams.ts'

const DAY = 86_400
/** Vaults whose history is read again in one run, with five queries each; the others wait. */
const RUN = 100

export interface ListOptions {
  readonly store: Store
  readonly chain: number
  readonly registry: Address
  readonly lanes: readonly Lane[]
  readonly launches: readonly Launch[]
  /** Time of the block at which the lanes were read. */
  readonly blockTime: number
  /** The block up to which the logs are indexed. */
  readonly block: { readonly number: number; readonly time: number }
  /** The revision of the log index that is at this block, if the lanes were read at it; else null: their assets are not stored. */
  readonly revision: number | null
  readonly demoVaults: readonly Address[]
  /** Unix seconds. */
  readonly now: number
}

/**
 * Brings the list of vaults up to a block: names, supply and price from the lanes; volumes, fees and times from the
 * logs, read again for vaults that logged something or whose launch advanced, and hourly for all, as the windows
 * advance. Windows are whole hours: the current one and those back to the hour in which the window begins. Only rows
 * that changed are written, also of what each vault holds by hour, where an unreadable vault is left out.
 */
export async function listVaults({
  store,
  chain,
  registry,
  lanes,
  launches,
  blockTime,
  block,
  revision,
  demoVaults,
  now,
}: ListOptions): Promise<void> {
  const rows = new Map((await store.vaults.all(chain)).map((row) => [row.vault, row]))
  const launchOf = new Map(launches.map((launch) => [lower(launch.vault), launch]))
  const hour = hourOf(now)
  let budget = RUN
  const changed: VaultRow[] = []
  for (const lane of lanes) {
    const before = rows.get(lower(lane.vault))
    rows.delete(lower(lane.vault))
    const known = before && { ...before, sums: parseTotals(before.sums) }
    const launch = launchOf.get(lower(lane.vault))
    const settlementStage = launch?.stage ?? null
    const isFresh = known?.summedHour === hour && known.settlementStage === settlementStage
    const waits = isFresh || budget-- <= 0
    const history = waits ? (known ?? NO_HISTORY) : await readHistory(store, chain, registry, lane, launch, now)
    const own = { blockTime, prelaunch: isPrelaunch({ demoVaults }, lane.vault), settlementStage }
    const row = vaultRow(chain, lane, history, own)
    if (!before || JSON.stringify(row) !== JSON.stringify(before)) changed.push(row)
  }
  const assets = lanes.flatMap(({ vault, totalAssets }) => (totalAssets === null ? [] : [{ vault, totalAssets }]))
  const readings = revision === null ? undefined : { revision, assets }
  await store.vaults.save(chain, changed, [...rows.keys()], block, readings)
}

async function readHistory(
  store: Store,
  chain: number,
  registry: Address,
  lane: Lane,
  launch: Launch | undefined,
  now: number,
): Promise<VaultHistory> {
  const ofVault = { address: lane.vault }
  const newestOf = async (topic0: Hex) => {
    const of = launch && { address: launch.arm }
    const [log] = of ? await store.logs.page({ chain, stream: LAUNCHES, of, topic0: [topic0], limit: 1 }) : []
    return log?.blockTime ?? null
  }
  const [hours, registered, [newest], graduatedAt, settledAt] = await Promise.all([
    store.logHours.since(chain, VAULTS, lane.vault, hourOf(now - 365 * DAY)),
    store.logs.first(chain, REGISTRY, { address: registry, topic1: pad(lower(lane.coin)) }),
    store.logs.page({ chain, stream: VAULTS, of: ofVault, limit: 1 }),
    newestOf(GRADUATED),
    newestOf(MIGRATED),
  ])
  const since = (name: string, seconds: number): bigint =>
    hours.reduce((sum, { hour, totals }) => (hour >= hourOf(now - seconds) ? sum + (totals[name] ?? 0n) : sum), 0n)
  const createdAt = registered?.blockTime ?? (await store.logs.first(chain, VAULTS, ofVault))?.blockTime ?? 0
  return {
    createdAt,
    updatedAt: newest?.blockTime ?? createdAt,
    graduatedAt,
    settledAt,
    sums: {
      flow1d: since('flow', DAY),
      flow1w: since('flow', 7 * DAY),
      flow1y: since('flow', 365 * DAY),
      fees1d: since('fees', DAY),
    },
    summedHour: hourOf(now),
  }
}
