import { ApiError } from '../../../shared/errors/ApiError.ts'
import { logError } from '../../../shared/log/logError.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { LeaseLost } from '../../../shared/store/leases.ts'
import { createBudget, TimeOver } from '../../../shared/http/Budget.ts'
import { emptyTally, fetchScores, type Tally } from './fetchScores.ts'
import { type FeedReport, followUpdates, emptyFeedReport } from './followUpdates.ts'
import { type Lane, LEASE_SECONDS, NEEDED_MS, TIME } from './lanes.ts'
import { type ProjectionReport, projectCreators } from './projectCreators.ts'
import { record, type Reputation, type Run } from './Run.ts'
import { type SeedReport, seedKeys } from './seedKeys.ts'

/** Report of a run; a step that was not begun is null. */
export interface LaneReport {
  readonly tick: 'complete' | 'partial' | 'skipped'
  readonly reason: 'lease_held' | 'lease_lost' | 'provider_throttled' | 'time_over' | null
  readonly updates: FeedReport | null
  readonly seeded: SeedReport | null
  readonly synced: Tally | null
  readonly projection: ProjectionReport | null
}

/** For which a throttling provider is left alone that does not say for how long. */
const PAUSE_SECONDS = 60

type Steps = { -readonly [K in Exclude<keyof LaneReport, 'tick' | 'reason'>]: LaneReport[K] }
const NOTHING: Steps = { updates: null, seeded: null, synced: null, projection: null }

/**
 * One run of a lane: the feed, the keys of profiles, the scores whose time has come, the creators. One run at a time: a
 * second one is skipped, and the lease of one that was cut off ends by itself. While the provider wants to be left alone,
 * runs are skipped. A step that fails because of the provider does not hold up the next; the run then fails as a whole.
 *
 * Throws reputation_sync_failed, store_unavailable.
 */
export async function runLane(lane: Lane, parts: Reputation, time = TIME): Promise<LaneReport> {
  const { store, now } = parts
  const seconds = Math.floor(now() / 1000)
  const skipped = (reason: LaneReport['reason']): LaneReport => ({ tick: 'skipped', reason, ...NOTHING })
  const { lease, began } = await store.states.begin(lane.key, seconds, LEASE_SECONDS)
  if (!lease) return skipped(began('provider').retryAt > seconds ? 'provider_throttled' : 'lease_held')
  const done = { ...NOTHING }
  const run: Run = { ...parts, lane, lease, began, budget: createBudget(now, time) }
  let isReleased = false
  try {
    const failures = await runSteps(run, done)
    if (failures.length > 0) throw await failed(run, failures)
    await store.states.set(lease, lane.key, { lastSyncedAt: Math.floor(now() / 1000) }, { isLast: true })
    isReleased = true
    const { updates, seeded, synced, projection } = done
    const isComplete = updates && synced && projection && (seeded || lane.profiles === 0)
    return { tick: isComplete ? 'complete' : 'partial', reason: isComplete ? null : 'time_over', ...done }
  } catch (error) {
    if (error instanceof LeaseLost) return { tick: 'partial', reason: 'lease_lost', ...done }
    if (error instanceof TimeOver) return { tick: 'partial', reason: 'time_over', ...done }
    throw error
  } finally {
    if (!isReleased) await store.leases.release(lease)
  }
}

/** Takes the steps, as far as there is time for them; what the provider failed in is returned. */
async function runSteps(run: Run, done: Steps): Promise<ProviderFailure[]> {
  const { lane, budget, store, chain, now } = run
  const failures: ProviderFailure[] = []
  const providerStep = async (step: () => Promise<void>) => {
    // Once it throttles, it is left alone.
    if (failures.some(({ kind }) => kind === 'throttled')) return
    await step().catch((error: unknown) => {
      if (!(error instanceof ProviderFailure)) throw error
      logError('warn', 'reputation_provider_failed', error, { lane: lane.key, kind: error.kind })
      failures.push(error)
    })
  }
  await providerStep(() => followUpdates(run, (done.updates = emptyFeedReport())))
  if (lane.profiles > 0 && budget.left() > NEEDED_MS.seed) done.seeded = await seedKeys(run)
  if (budget.left() > NEEDED_MS.sweep)
    await providerStep(async () => {
      done.synced = emptyTally()
      const seconds = Math.floor(now() / 1000)
      const limit = done.updates && done.updates.tally.updated > 0 ? lane.keysAfterNews : lane.keys
      const due = lane.profiles > 0 ? store.scores.due : store.scores.dueOfCreators.bind(null, chain.config.chainId)
      await fetchScores(run, await due(seconds, limit), done.synced)
    })
  if (budget.left() > NEEDED_MS.projection) done.projection = await projectCreators(run)
  return failures
}

/** The failure of a run, with how long the provider wants to be left alone. */
async function failed(run: Run, failures: readonly ProviderFailure[]): Promise<ApiError> {
  const wait = Math.max(
    ...failures.map(({ kind, retryAfter = PAUSE_SECONDS }) => (kind === 'throttled' ? retryAfter : 0)),
  )
  if (wait === 0) return new ApiError('reputation_sync_failed', 'the reputation provider returned no valid answer')
  await record(run, 'provider', { retryAt: Math.floor(run.now() / 1000) + wait })
  return new ApiError('reputation_sync_failed', 'the reputation provider is rate limiting this service', {
    'retry-after': String(wait),
  })
}
