import type { Cohort, IndexState } from '../store/logIndex.ts'
import type { BlockMark } from '../../../shared/chain/IndexedLog.ts'

export interface BlockRange {
  readonly from: number
  readonly to: number
}

/** Blocks by which a head may be behind the index and still be followed; deeper reorgs are rare. */
export const REWIND = 64

/** Cohorts that have reached the same block, and the ranges to read for them in one request. */
export interface Plan {
  readonly cohorts: readonly Cohort[]
  readonly ranges: readonly BlockRange[]
  readonly span: number
}

/**
 * Plans the next read: first the cohorts that are furthest, up to the head, so that late-comers never hold up the others;
 * then the next ones, up to where those before them are. A range ends 64 blocks before the head, so that a reorg after a
 * long range takes back no more than these. Null when all have reached the head.
 */
export function planWindow({ cohorts: all }: IndexState, head: number, count: number): Plan | null {
  const starts = [...new Set(all.map((cohort) => cohort.nextBlock))].sort((a, b) => b - a)
  const start = starts.find((block) => block <= head)
  if (start === undefined) return null
  const ceiling = Math.min(head, ...starts.filter((block) => block > start).map((block) => block - 1))
  const cohorts = all.filter((cohort) => cohort.nextBlock === start)
  const span = Math.min(...cohorts.map((cohort) => cohort.span))
  const ranges: BlockRange[] = []
  for (let from = start; from <= ceiling && ranges.length < count;) {
    const end = Math.min(from + span - 1, ceiling)
    const to = from <= head - REWIND && head - REWIND < end ? head - REWIND : end
    ranges.push({ from, to })
    from = to + 1
  }
  return { cohorts, ranges, span }
}

/** The distinct checkpoints of a state: each must still be on the chain before anything is added. */
export function checkpointsOf({ cohorts }: IndexState): BlockMark[] {
  const marks = new Map<string, BlockMark>()
  for (const { checkpoint } of cohorts) if (checkpoint) marks.set(checkpoint.hash, checkpoint)
  return [...marks.values()]
}

/** The newest checkpoint of a state. */
export const furthest = (state: IndexState): BlockMark | null =>
  checkpointsOf(state).reduce<BlockMark | null>((top, mark) => (top && top.number >= mark.number ? top : mark), null)

/** The state once these cohorts have passed `end`, as the commit left it. */
export const advanced = (state: IndexState, cohorts: readonly Cohort[], end: BlockMark, span: number): IndexState => ({
  ...state,
  revision: state.revision + 1,
  cohorts: state.cohorts.map((c) =>
    isIn(c, cohorts) ? { ...c, nextBlock: end.number + 1, checkpoint: end, span } : c,
  ),
})

/** The state with another span for these cohorts. */
export const respanned = (state: IndexState, cohorts: readonly Cohort[], span: number): IndexState => ({
  ...state,
  cohorts: state.cohorts.map((c) => (isIn(c, cohorts) ? { ...c, span } : c)),
})

const isIn = (cohort: Cohort, cohorts: readonly Cohort[]): boolean =>
  cohorts.some((c) => c.stream === cohort.stream && c.cohort === cohort.cohort)
