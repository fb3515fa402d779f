import { ofChain, type Rpc } from '../../../shared/chain/rpc.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Store } from '../store/createStore.ts'
import type { IndexState } from '../store/logIndex.ts'
import type { BlockMark } from '../../../shared/chain/IndexedLog.ts'
import { declareStreams } from './declareStreams.ts'
import { decodeBlock } from '../../../shared/chain/decodeReply.ts'
import { fetchWindow, type Window, type FetchedRange } from './fetchWindow.ts'
import { findAncestor } from './findAncestor.ts'
import type { LogStream, SyncBounds } from './LogStream.ts'
import { startStreams } from './startStreams.ts'
import { advanced, checkpointsOf, furthest, planWindow, respanned, REWIND, type Plan } from './planWindow.ts'

/** Logs that one commit stores, approximately: a range is never split. */
const COMMIT = 2000

/** Ranges collected until there are enough logs for a commit; `marks` are the blocks at which they end. */
function* inCommits(ranges: readonly FetchedRange[]): Generator<FetchedRange & { readonly marks: BlockMark[] }> {
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

export interface SyncOptions {
  readonly rpc: Rpc
  readonly index: Store['logIndex']
  readonly chainId: number
  readonly streams: readonly LogStream[]
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly bounds: SyncBounds
}

export interface SyncReport {
  /**
   * `current`: every stream has reached the head; `more`: the bounds ended the run before that; `overtaken`: another
   * run wrote first; `behind`: the node is far behind the index, or changed chains during the run.
   */
  readonly outcome: 'current' | 'more' | 'overtaken' | 'behind'
  readonly chain: number
  readonly head: BlockMark
  /** The block up to which the streams are indexed, without late-comers; null before the first range. */
  readonly reached: BlockMark | null
  /** The revision of the index at which that is its state; null before the first range. */
  readonly revision: number | null
  readonly logs: number
  readonly requests: number
  /** The common ancestor of each reorg; null means from the start. */
  readonly rolledBack: readonly (number | null)[]
}

/**
 * One bounded run of the log index. It reads ranges of at most `bounds.span` blocks up to the head that it saw, narrows
 * the span when the node refuses or answers too much, widens it when it answers little, and stores each range with its checkpoint in one
 * conditional batch, so it can be interrupted anywhere and run twice at once. A checkpoint that left the chain first
 * takes the index back to the common ancestor. Throws the errors of the RPC client; what is stored by then stays.
 */
export async function syncLogs({
  rpc: upstream,
  index,
  chainId,
  streams: wanted,
  clock,
  bounds,
}: SyncOptions): Promise<SyncReport> {
  const started = clock()
  const now = Math.floor(started / 1000)
  const tally = { logs: 0, requests: 0, rolledBack: new Array<number | null>() }
  const rpc: Rpc = {
    nodes: upstream.nodes,
    send(...call) {
      tally.requests++
      return upstream.send(...call)
    },
  }
  const { genesis, head } = await readEnds(rpc, chainId)
  const chain = await index.openChain({ chainId, genesis: genesis.hash, head, now })
  const known = await index.read(chain)
  const streams = await startStreams({ rpc, chainId, state: known, head: head.number }, wanted)
  const hourly = new Set(streams.filter((stream) => stream.hourly).map((stream) => stream.name))
  let state: IndexState | null = null
  const report = (outcome: SyncReport['outcome']): SyncReport => ({
    outcome,
    chain,
    head,
    reached: state && furthest(state),
    revision: state && state.revision,
    ...tally,
  })
  const rollBack = async (from: IndexState): Promise<IndexState | null> => {
    const ancestor = await findAncestor(rpc, index, chain, head.number)
    if (!(await index.rollBack(from, ancestor))) return null
    tally.rolledBack.push(ancestor?.number ?? null)
    return index.read(chain)
  }

  state = await declareStreams(index, chain, streams, bounds.span, now)
  const turn = state && (await compareHead(rpc, index, state, head))
  if (turn === 'wait') return report('behind')
  if (state && turn === 'rewind') state = await rollBack(state)
  if (!state) return report('overtaken')

  const mayAsk = () => tally.requests < bounds.requests && clock() - started < bounds.milliseconds
  const lookFrom = (at: IndexState) => {
    const plan = mayAsk() ? planWindow(at, head.number, bounds.ranges) : null
    return plan && { plan, window: settled(fetchWindow(rpc, plan, checkpointsOf(at))) }
  }
  let next = lookFrom(state)
  while (next) {
    const { plan } = next
    const window = await narrowing(next.window, index, state, plan)
    if (window.kind === 'unsettled') return report('behind')
    if (window.kind === 'reorged') {
      state = await rollBack(state)
      if (!state) return report('overtaken')
      next = lookFrom(state)
      continue
    }
    const span = Math.min(bounds.span, scaled(plan.span, window.widen))
    const last = window.ranges.at(-1)?.end
    // The node reads the next ranges while these are stored.
    next = lookFrom(respanned(last ? advanced(state, plan.cohorts, last, span) : state, plan.cohorts, span))
    for (const { end, marks, logs } of inCommits(window.ranges)) {
      const advances = plan.cohorts.map(({ stream, cohort }) => ({
        stream,
        cohort,
        nextBlock: end.number + 1,
        span,
        checkpoint: end,
      }))
      if (!(await index.commit(state, { logs, advances, marks, hourly, now }))) return report('overtaken')
      state = advanced(state, plan.cohorts, end, span)
      tally.logs += logs.length
    }
    state = respanned(state, plan.cohorts, span)
  }
  return report(planWindow(state, head.number, 1) ? 'more' : 'current')
}

async function readEnds(rpc: Rpc, chainId: number): Promise<{ genesis: BlockMark; head: BlockMark }> {
  const replies = await rpc.send(
    [
      { method: 'eth_chainId', params: [] },
      { method: 'eth_getBlockByNumber', params: ['0x0', false] },
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
    ],
    { judge: ofChain(chainId) },
  )
  const [genesis, head] = replies.slice(1).map(decodeBlock)
  if (!genesis || !head) throw new ApiError('upstream_failed')
  return { genesis, head }
}

/**
 * Handles a head that is not past the index. Another hash, or a few blocks less, takes the index back: it
 * never holds what the node does not. A node that is far behind on the same chain is waited for.
 */
async function compareHead(
  rpc: Rpc,
  index: Store['logIndex'],
  state: IndexState,
  head: BlockMark,
): Promise<'go on' | 'rewind' | 'wait'> {
  const ahead = (furthest(state)?.number ?? -1) - head.number
  if (ahead < 0) return 'go on'
  const [mark] = await index.marksUpTo(state.chain, head.number, 1)
  if (mark && ahead > 0 && ahead <= REWIND) return 'rewind'
  const hash =
    mark?.number === head.number ? head.hash : mark && (await findAncestor(rpc, index, state.chain, mark.number))?.hash
  if (mark && mark.hash !== hash) return 'rewind'
  return ahead > 0 ? 'wait' : 'go on'
}

/** A promise that nobody has to await: a run may end before it has settled. */
function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Waits for a window; if the node does not answer in time, the next run asks for less. */
async function narrowing(
  reading: Promise<Window>,
  index: Store['logIndex'],
  { chain }: IndexState,
  { cohorts, span }: Plan,
): Promise<Window> {
  try {
    const window = await reading
    if (window.kind === 'ranges' && window.widen < 1 && span === 1 && window.ranges.length === 0)
      throw new ApiError('upstream_failed')
    return window
  } catch (error) {
    if (error instanceof ApiError && error.code === 'upstream_timeout')
      await index.keepSpan(chain, cohorts, scaled(span, 1 / 2))
    throw error
  }
}

const scaled = (span: number, factor: number): number => Math.max(1, Math.floor(span * factor))
