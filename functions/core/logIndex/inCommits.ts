import type { BlockMark } from '../../../shared/chain/IndexedLog.ts'
import type { FetchedRange } from './fetchWindow.ts'

/** Logs that one commit stores, approximately: a range is never split. */
const COMMIT = 2000

/** Ranges collected until there are enough logs for a commit; `marks` are the blocks at which they end. */
export function* inCommits(ranges: readonly FetchedRange[]): Generator<FetchedRange & { readonly marks: BlockMark[] }> {
  let logs: FetchedRange['logs'] = []
  let marks: BlockMark[] = []
  for (const [i, range] of ranges.entries()) {
    logs = [...logs, ...range.logs]
    marks.push(range.end)
    if (logs.length < COMMIT && i < ranges.length - 1) continue
    yield { end: range.end, marks, logs }
    logs = []
    marks = []
  }
}
