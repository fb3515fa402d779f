import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { MOST_USERKEYS } from './provider/ReputationProvider.ts'
import type { FetchedScore, WantedKey } from '../store/reputationScores.ts'
import { TimeOver } from '../../../shared/http/Budget.ts'
import { CALL_MS } from './lanes.ts'
import type { Run } from './Run.ts'

export interface Tally {
  /** Keys that were requested; of these, keys with an answer, and without. */
  attempted: number
  updated: number
  failed: number
  /** Profiles whose scores were computed again after it, and those whose scores changed. */
  profiles: number
  profilesChanged: number
}

export const emptyTally = (): Tally => ({ attempted: 0, updated: 0, failed: 0, profiles: 0, profilesChanged: 0 })

/**
 * Fetches the scores of keys, some at a time, stores what comes, works out their profiles' scores, and counts it in the
 * tally. Of a key whose item is missing or wrong the last good score stays. A part that the provider refuses is halved
 * until it is known which key it refuses.
 *
 * Throws ProviderFailure for everything else, with the keys of that part put off, so that the next run begins with
 * others; TimeOver; store_unavailable.
 */
export async function fetchScores(run: Run, keys: readonly WantedKey[], tally: Tally): Promise<void> {
  for (let i = 0; i < keys.length; i += MOST_USERKEYS) await fetchPart(run, keys.slice(i, i + MOST_USERKEYS), tally)
}

async function fetchPart(run: Run, keys: readonly WantedKey[], tally: Tally): Promise<void> {
  const { provider, store, budget, now } = run
  const userkeys = keys.map(({ userkey }) => userkey)
  const timeout = budget.timeout(CALL_MS)
  const at = Math.floor(now() / 1000)
  const save = async (scoreOf: (userkey: string) => FetchedScore['score']) => {
    const fetched = keys.map((key) => ({ ...key, score: scoreOf(key.userkey) }))
    const { processed, updated } = await store.scores.saveScores(fetched, at)
    tally.profiles += processed
    tally.profilesChanged += updated
    const failed = fetched.filter(({ score }) => score === undefined).length
    tally.attempted += fetched.length
    tally.updated += fetched.length - failed
    tally.failed += failed
  }
  try {
    const found = await provider.scores(userkeys, timeout)
    await save((userkey) => found.get(userkey))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.kind === 'refused' && keys.length > 1) {
      const half = Math.ceil(keys.length / 2)
      await fetchPart(run, keys.slice(0, half), tally)
      return fetchPart(run, keys.slice(half), tally)
    }
    // The call may have been given less time than the provider may take.
    if (error.kind === 'timeout' && budget.left() <= 0) throw new TimeOver('the time budget is used up')
    // A provider that throttles says nothing against the keys.
    if (error.kind !== 'throttled') await save(() => undefined)
    if (error.kind !== 'refused') throw error
  }
}
