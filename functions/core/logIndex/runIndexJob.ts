import { LANES, readLanes, type Lane } from '../../../shared/domain/vault/readLanes.ts'
import type { BlockPoint, Chain } from '../../../shared/chain/chain.ts'
import type { BlockMark } from '../../../shared/chain/IndexedLog.ts'
import { BEHIND } from '../../../shared/events/eventsFromIndex.ts'
import type { Store } from '../store/createStore.ts'
import { listAuctions } from './listAuctions.ts'
import { listVaults } from './listVaults.ts'
import { nameAgents } from './nameAgents.ts'
import { projectFeedback } from './projectFeedback.ts'
import { readPastAssets } from './readPastAssets.ts'
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
 * vaults, the feedback on agents. Bounded, resumable, safe when run twice at once; for a cron schedule, or after every
 * block. Throws role_not_configured without a registry, and the errors of the RPC client.
 */
export async function runIndexJob({ chain, store, now, bounds = SYNC_BOUNDS }: IndexJob): Promise<SyncReport> {
  const { config, rpc } = chain
  const registry = chain.role('registry')
  const seen = await readListed(chain)
  const { lanes, launched } = seen
  const streams = streamsOf(registry, lanes, launched, config)
  const report = await syncLogs({ rpc, index: store.logIndex, chainId: config.chainId, streams, clock: now, bounds })
  const { reached: block, revision } = report
  if (block && revision !== null && (report.outcome === 'current' || report.outcome === 'more')) {
    await sumHours(store, report.chain)
    const { identityRegistry, reputationRegistry } = config.contracts
    if (identityRegistry) await nameAgents(store, report.chain, identityRegistry)
    if (reputationRegistry) await projectFeedback(store, report.chain, reputationRegistry)
    const seconds = Math.floor(now() / 1000)
    const index = { chain: report.chain, revision }
    const { isAtBlock, vaultsOf, ...listed } = await listedAt(chain, block, seen)
    const at = isAtBlock ? { blockNumber: String(block.number), timestamp: block.time } : undefined
    if (!(await listAuctions(store, index, { vaultsOf, lanes: listed.lanes }, { reader: chain, at }))) return report
    if (isAtBlock) await readPastAssets(store, chain, { ...index, time: block.time })
    await listVaults({
      store,
      chain: report.chain,
      registry,
      ...listed,
      block,
      revision: isAtBlock ? revision : null,
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

interface Listed {
  readonly lanes: readonly Lane[]
  readonly launched: Awaited<ReturnType<typeof readLaunches>>
  /** The blocks at which the parts were read. */
  readonly blocks: readonly BlockPoint[]
}

/** The registry's lanes and their launches, each page at the newest block, or all at one. */
async function readListed(chain: Chain, block?: BlockPoint): Promise<Listed> {
  const lanes: Lane[] = []
  const blocks: BlockPoint[] = []
  for (let offset = 0; ; offset += LANES) {
    const page = await readLanes(chain, offset, block)
    lanes.push(...page.lanes)
    blocks.push(page.asOf)
    if (offset + LANES >= page.count) break
  }
  const launched = await readLaunches(chain, block)
  return { lanes, launched, blocks: [...blocks, ...launched.blocks] }
}

/**
 * Reads the list as of the last indexed block, since more blocks may have been mined. An index that is being filled may be
 * at a block whose state nodes no longer have; its list answers no request yet.
 */
async function listedAt(chain: Chain, { number, time }: BlockMark, seen: Listed) {
  const isOf = ({ blockNumber, timestamp }: BlockPoint) => Number(blockNumber) === number && timestamp === time
  const newest = Math.max(...seen.blocks.map(({ blockNumber }) => Number(blockNumber)))
  const isFar = newest - number > BEHIND
  const at = { blockNumber: String(number), timestamp: time }
  const { lanes, launched, blocks } = isFar || seen.blocks.every(isOf) ? seen : await readListed(chain, at)
  const { launches, vaultsOf } = launched
  return { isAtBlock: !isFar, lanes, launches, vaultsOf, blockTime: blocks[0]?.timestamp ?? time }
}
