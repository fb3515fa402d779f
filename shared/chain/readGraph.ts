import type { RpcReply } from './RpcCall.ts'
import type { Hex } from 'viem'
import { ApiError } from '../errors/ApiError.ts'
import { requestAll, BATCH, type Source } from './requestParts.ts'
import type { CallNode, Graph } from './calls.ts'
import { decodeBlock } from './decodeReply.ts'
import { Evaluation } from './evaluate.ts'
import type { PartResult } from './decodePart.ts'
import { ofChain } from './ofChain.ts'
import { divide, type Part, type Pending } from './parts.ts'
import type { ReadHead, LensOutcome } from './program.ts'
import type { Verdict } from './rpc.ts'

/** A graph that was read, and where. */
export interface Read {
  readonly evaluation: Evaluation
  readonly head: ReadHead
}

/** A graph of which a part may already be known. */
export interface Begun {
  readonly head?: ReadHead | undefined
  readonly known: ReadonlyMap<string, Hex | null>
  /** Calls that were tried with a share of the gas that was not enough. */
  readonly tried: readonly string[]
}

export const NOTHING_KNOWN: Begun = { known: new Map(), tried: [] }

/** The most eth_calls that one graph may cost besides the first: a node with a gas cap needs many small ones. */
const MOST_PARTS = 256
/** The time after which no further round is started. */
const MOST_MS = 10_000

/** Uses what a lens that ran a whole graph reported, and reads the rest in rounds. Throws like readInRounds. */
export async function finish(source: Source, graph: Graph, { head, outcomes }: PartResult): Promise<Read> {
  let next = 0
  let isWhole = true
  const tried: string[] = []
  const evaluation = new Evaluation((inputs) => {
    const outcome = outcomes[next++]
    if (outcome?.status === 'ok') return outcome.data
    if (outcome?.status === 'reverted') return null
    const call = inputs()
    if (call === null) return null
    isWhole = false
    if (call && outcome?.status === 'starved') tried.push(call.path)
    return undefined
  })
  evaluation.walk(graph.nodes)
  return isWhole && head
    ? { evaluation, head }
    : readInRounds(source, graph, { head, known: evaluation.results, tried }, 'lens')
}

/**
 * Reads the parts of a graph that are not known yet, at the block of the known parts or the newest: all calls whose
 * inputs are known at once, divided into as many parts as the node's gas requires, then those that depend on them. A
 * list advances one step per round.
 *
 * Throws upstream_failed if the node's gas, or the budget of one read, is not enough, upstream_timeout after ten
 * seconds, and upstream errors.
 */
export async function readInRounds(
  source: Source,
  graph: Graph,
  { head: first, known: before, tried }: Begun,
  way: 'lens' | 'aggregate',
): Promise<Read> {
  const known = new Map(before)
  const room = new Map(tried.map((path) => [path, 1]))
  let head = first
  let mayUseLens = true
  let spent = 0
  const until = source.now() + MOST_MS
  for (;;) {
    const { evaluation, pending } = frontier(graph, known, room)
    if (pending.length === 0) return { evaluation, head: head ?? (await readHead(source)) }
    const parts = divide(pending, way)
    if (!parts) throw new ApiError('upstream_failed')
    if (!head && parts.some(({ way: how }) => how === 'direct')) head = await readHead(source)
    // Calls that may not be readable at all come first, a few at a time.
    const last = parts.filter(({ calls }) => calls.some((call) => call.room < 1))
    const direct = last.filter(({ way: how }) => how === 'direct')
    const urgent = (direct.length > 0 ? direct : last).slice(0, BATCH)
    const next = urgent.length > 0 ? urgent : parts
    // The first part determines the block of the others.
    const some = head ? next : next.slice(0, 1)
    spent += some.length
    if (spent > MOST_PARTS) throw new ApiError('upstream_failed')
    if (source.now() > until) throw new ApiError('upstream_timeout')
    let isAnyStarved = false
    let isRefused = false
    for await (const result of requestAll(source, some, head)) {
      if (result === 'refused') isRefused = true
      else {
        const [part, { head: own, outcomes }] = result
        head ??= own
        const starved = take(part, outcomes, known)
        for (const path of starved) room.set(path, part.room)
        isAnyStarved ||= starved.length > 0
      }
    }
    mayUseLens &&= !isRefused
    const isBetterByLens = way === 'aggregate' && isAnyStarved && source.lens.isAnywhere(source.rpc.nodes)
    if (isRefused || (isBetterByLens && mayUseLens)) {
      way = isRefused ? 'aggregate' : 'lens'
      room.clear()
    }
  }
}

/**
 * Stores the results of a part and returns the calls for which the gas was not enough. Throws upstream_failed if all
 * the gas that the node allows is not enough for a single call.
 */
function take({ way, calls }: Part, outcomes: readonly LensOutcome[], known: Map<string, Hex | null>): string[] {
  const open = calls.filter(({ path }) => !known.has(path))
  const hungry: string[] = []
  let isAnyKnown = false
  for (const [i, { path }] of calls.entries()) {
    const outcome = outcomes[i]
    if (known.has(path)) continue
    if (outcome?.status === 'starved') hungry.push(path)
    if (outcome?.status !== 'ok' && outcome?.status !== 'reverted') continue
    known.set(path, outcome.status === 'ok' ? outcome.data : null)
    isAnyKnown = true
  }
  if (way === 'direct' && !isAnyKnown) throw new ApiError('upstream_failed')
  // A part without any results was too large.
  return isAnyKnown ? hungry : open.map(({ path }) => path)
}

/** Calls that are not known but whose inputs are. */
function frontier(
  graph: Graph,
  known: ReadonlyMap<string, Hex | null>,
  room: ReadonlyMap<string, number>,
): { evaluation: Evaluation; pending: Pending[] } {
  const pending: Pending[] = []
  let after: readonly Pending[] = []
  let isBlocked = false
  const evaluation = new Evaluation((inputs, node) => {
    const call = inputs()
    // Calls after a change of state that cannot be made yet must wait for it.
    if (call === undefined && changesState(node)) isBlocked = true
    if (!call) return call
    const outcome = known.get(call.path)
    const own = { ...call, after, room: room.get(call.path) ?? Infinity }
    if (outcome === undefined && !isBlocked) pending.push(own)
    // A call that failed has changed nothing.
    if (changesState(node) && outcome !== null) after = [...after, own]
    return outcome
  })
  evaluation.walk(graph.nodes)
  return { evaluation, pending }
}

const changesState = ({ abi: { stateMutability }, isSimulation }: CallNode): boolean =>
  stateMutability !== 'view' && stateMutability !== 'pure' && !isSimulation

/** The newest block, if nothing that was read has determined it. */
async function readHead({ rpc, chainId }: Source): Promise<ReadHead> {
  const calls = [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ]
  const decode = ([, reply]: readonly RpcReply[]): ReadHead => {
    const block = reply && decodeBlock(reply)
    if (!block) throw new ApiError('upstream_failed')
    return { chainId, blockNumber: BigInt(block.number), timestamp: block.time }
  }
  const isOfChain = ofChain(chainId)
  const judge = (own: readonly RpcReply[]): Verdict => {
    const chain = isOfChain(own)
    return chain === 'usable' ? decode(own) : chain
  }
  return decode(await rpc.send(calls, { judge }))
}
