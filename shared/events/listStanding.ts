import type { AsOf } from '../chain/chain.ts'
import { indexedAsOf } from './eventsFromIndex.ts'
import type { IndexProgress } from '../store/indexStandings.ts'

/** Maximum seconds since the last run of core's job for which the log index counts as alive. */
export const MAX_INDEX_SILENCE = 180
/** Maximum lag of the log index behind the chain, in seconds. */
export const MAX_INDEX_LAG = 600

/** How far the log index and its list of vaults are. */
type Standing = Pick<IndexProgress, 'listedNumber' | 'listedTime' | 'headNumber' | 'headTime' | 'checkedAt'>

/** Whether the log index has a list of vaults, and follows the chain closely enough to answer from it; `seconds` is the time. */
export const isRecent = ({ listedNumber, listedTime, headTime, checkedAt }: Standing, seconds: number): boolean =>
  listedNumber > 0 && seconds - checkedAt <= MAX_INDEX_SILENCE && headTime - listedTime <= MAX_INDEX_LAG

/** The `asOf` of an answer from that list. */
export const listedAsOf = (chainId: number, { listedNumber, listedTime, headNumber }: Standing): AsOf =>
  indexedAsOf(chainId, { block: listedNumber, time: listedTime, headNumber })
