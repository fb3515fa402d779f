import { LANES, readLanes, type Lane } from '../../../shared/domain/vault/readLanes.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import type { Store } from '../../../shared/store/createStore.ts'
import { listVaults } from './listVaults.ts'
import { projectFeedback } from './projectFeedback.ts'
import { readLaunches } from './readLaunches.ts'
import { SYNC_BOUNDS, type SyncBounds } from './LogStream.ts'
import { KEEP, streamsOf } from './streams.ts'
import { sumHours } from './sumHours.ts'
import { syncLogs, type SyncReport } from './syncLogs.ts'

export interface IndexJob {
  readonly chain: Chain
  readonly store: Store
  /** Unix milliseconds. */
  readonly now: () => number
  readonly bounds?: SyncBounds
}

/**
 * One run of the log index: the registry's lanes, the logs of their contracts, and what is made of them: the list of
 * vaults, the feedback on agents. Bounded, resumable,
 * safe when run twice at once; for a cron schedule, or after every block. Throws role_not_configured without a
 * registry, and the errors of the RPC client.
 */
export async function runIndexJob({ chain, store, now, bounds = SYNC_BOUNDS }: IndexJob): Promise<SyncReport> {
  const { config, rpc } = chain
  const registry = chain.role('registry')
  const { lanes, blockTime } = await readAllLanes(chain)
  const launched = await readLaunches(chain)
  const streams = streamsOf(registry, lanes, launched, config)
  const report = await syncLogs({ rpc, index: store.logIndex, chainId: config.chainId, streams, clock: now, bounds })
  const { reached: block } = report
  if (block && (report.outcome === 'current' || report.outcome === 'more')) {
    await sumHours(store, report.chain)
    const { reputationRegistry } = config.contracts
    if (reputationRegistry) await projectFeedback(store, report.chain, reputationRegistry)
    const seconds = Math.floor(now() / 1000)
    await listVaults({
      store,
      chain: report.chain,
      registry,
      lanes,
      launches: launched.launches,
      blockTime,
      block,
      demoVaults: config.demoVaults,
      now: seconds,
    })
  }
  return report
}

/** Applies the retention rules, a bounded number of rows per call; for a cron schedule, and once at the start. */
export async function pruneIndex({ store, chain, now }: IndexJob): Promise<void> {
  const status = await store.logIndex.status(chain.config.chainId)
  if (!status) return
  await store.prune.expired(status.id, KEEP, Math.floor(now() / 1000))
  await store.prune.replaced(status.id)
}

async function readAllLanes(chain: Chain): Promise<{ lanes: Lane[]; blockTime: number }> {
  const lanes: Lane[] = []
  for (let offset = 0; ; offset += LANES) {
    const page = await readLanes(chain, offset)
    lanes.push(...page.lanes)
    if (offset + LANES >= page.count) return { lanes, blockTime: page.asOf.timestamp }
  }
}
