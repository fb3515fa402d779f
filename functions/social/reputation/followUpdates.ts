import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import type { ScoreUpdate, UpdatesPage } from './provider/ReputationProvider.ts'
import { log } from '../../../shared/log/log.ts'
import { TimeOver } from '../../../shared/http/Budget.ts'
import { emptyTally, fetchScores, type Tally } from './fetchScores.ts'
import { CALL_MS, LONGEST_PAGE } from './lanes.ts'
import { record, type Run } from './Run.ts'

/** How far a run has come in the feed. */
export interface FeedReport {
  pages: number
  seen: number
  wrong: number
  /** Unix milliseconds by the provider's clock. */
  cursor: number
  caughtUp: boolean
  readonly tally: Tally
}

/** The requested window of the feed: updates after a time, and possibly not after another. */
interface Window {
  readonly after: number
  readonly until?: number | undefined
  readonly limit: number
}

/**
 * Follows the provider's feed of updates from where the lane's last run stopped, and fetches the scores of those profiles'
 * keys in it that have changed since they were fetched. A lane's first run begins now: the sweep covers earlier changes. Progress
 * is recorded page by page; the next run reads the rest of a run that was cut off.
 *
 * Nothing at the edge of a full page is lost: the next one begins a millisecond before its last update, so that all others
 * of the same time come too, and scores that were fetched already are not fetched again. If a full page has a single time, the
 * longest page is requested; if that is not enough, the rest is left to the sweep. The feed's order is not documented:
 * a full page that is out of order says nothing about what follows it, so the window is halved until it fits a page, by the
 * next run too.
 *
 * Throws ProviderFailure, TimeOver, LeaseLost, store_unavailable.
 */
export async function followUpdates(run: Run, followed: FeedReport): Promise<void> {
  const { store, lane, provider, budget, now, began } = run
  // Nobody else changes it: the run has its lane for itself.
  const { cursorAfter, cursorUntil, caughtUp } = began(lane.key)
  if (cursorAfter === null) return advance(run, followed, now(), true)
  followed.cursor = Date.parse(cursorAfter)
  const newest = { ms: followed.cursor }
  let window: Window = {
    after: followed.cursor - (caughtUp ? lane.replayMs : 0),
    // Halved again from the whole in every run, it would never fit the pages of a small one.
    until: cursorUntil === null ? undefined : Date.parse(cursorUntil),
    limit: lane.pageSize,
  }
  while (followed.pages < lane.pages) {
    const page = await read(window)
    followed.pages++
    followed.seen += page.updates.length
    followed.wrong += page.wrong
    newest.ms = Math.max(newest.ms, ...page.updates.map(({ updatedMs }) => updatedMs))
    await fetchScores(run, await store.scores.newsAmong(newestOfEach(page.updates)), followed.tally)
    if (!page.more && window.until === undefined) return advance(run, followed, newest.ms, true)
    window = nextWindow(window, page, lane.pageSize)
    await advance(run, followed, window.after, false, window.until)
  }

  async function read(window: Window): Promise<UpdatesPage> {
    try {
      return await provider.updates(window, budget.timeout(CALL_MS))
    } catch (error) {
      const isLate = error instanceof ProviderFailure && error.kind === 'timeout' && budget.left() <= 0
      throw isLate ? new TimeOver('the time budget is used up') : error
    }
  }
}

export const emptyFeedReport = (): FeedReport => ({
  pages: 0,
  seen: 0,
  wrong: 0,
  cursor: 0,
  caughtUp: false,
  tally: emptyTally(),
})

async function advance(run: Run, followed: FeedReport, ms: number, caughtUp: boolean, until?: number): Promise<void> {
  await record(run, run.lane.key, {
    cursorAfter: new Date(ms).toISOString(),
    cursorUntil: until === undefined ? null : new Date(until).toISOString(),
    caughtUp,
  })
  followed.cursor = ms
  followed.caughtUp = caughtUp
}

/** The next window, after a page that is not the last. */
export function nextWindow(window: Window, { updates, more }: UpdatesPage, usual: number): Window {
  // Whether a window includes its ends is not documented either.
  if (!more) return { after: Math.max(window.after, (window.until ?? window.after) - 1), limit: usual }
  const times = updates.map(({ updatedMs }) => updatedMs)
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined)
    throw new ProviderFailure('failed', 'a full page of the update feed has no valid update')
  const hasOneTime = times.every((time) => time === first)
  const canGrow = window.limit < LONGEST_PAGE
  if (hasOneTime && canGrow) return { ...window, limit: LONGEST_PAGE }
  const inOrder = times.every((time, i) => time >= (times[i - 1] ?? 0))
  if (inOrder && last - 1 > window.after)
    return { ...window, after: last - 1, limit: hasOneTime ? LONGEST_PAGE : usual }
  const newest = times.reduce((a, b) => Math.max(a, b))
  const middle = window.after + Math.floor(((window.until ?? newest) - window.after) / 2)
  if (!inOrder && middle - 1 > window.after) return { ...window, until: middle }
  if (canGrow) return { ...window, limit: LONGEST_PAGE }
  log('warn', 'reputation_updates_left_to_sweep', { time: new Date(newest).toISOString() })
  return { after: Math.max(newest, window.after), limit: usual }
}

function newestOfEach(updates: readonly ScoreUpdate[]): ScoreUpdate[] {
  const newest = new Map<string, number>()
  for (const { userkey, updatedMs } of updates) newest.set(userkey, Math.max(updatedMs, newest.get(userkey) ?? 0))
  return [...newest].map(([userkey, updatedMs]) => ({ userkey, updatedMs }))
}
