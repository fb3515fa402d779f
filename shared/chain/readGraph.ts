import { type Address, type Hex, numberToHex } from 'viem'
import { ApiError, isOutage } from '../errors/ApiError.ts'
import type { Graph } from './calls.ts'
import type { LensMemory } from './createLensMemory.ts'
import { decodeBlock } from './decodeReply.ts'
import { Evaluation } from './evaluate.ts'
import { errorAt, type NamedBlock, STANDING_CALLS, standingOf } from './namedBlock.ts'
import { decodePart, divide, frontier, requestOf, type Part, type PartResult } from './parts.ts'
import type { LensOutcome, ReadHead } from './program.ts'
import { TooCostly } from './ReadBatch.ts'
import { ofChain, type Rpc, type SendOptions, type Verdict } from './rpc.ts'
import type { RpcCall, RpcReply } from './RpcCall.ts'

/** The dependencies of one read, and what it learns on its way. */
export interface Source {
  readonly rpc: Rpc
  readonly chainId: number
  /** Throws role_not_configured. */
  readonly multicall3: () => Address
  readonly lens: LensMemory
  /** Unix milliseconds. */
  readonly now: () => number
  /** Nodes that have shown during this read that they belong to the chain. */
  readonly seen: Set<number>
  readonly carried?: Carried
  /** The block to read at; the newest one without it. */
  readonly named?: NamedBlock | undefined
}

/** Further calls of a read, which go in the batch of its first useful request, and then their replies. */
export interface Carried {
  readonly calls: readonly RpcCall[]
  replies?: readonly RpcReply[]
}

/** A graph that was read, and its block. */
export interface Read {
  readonly evaluation: Evaluation
  readonly head: ReadHead
}

/** The known part of a graph. */
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

/** Takes the outcomes of a lens that ran a whole graph, and reads the rest in rounds. Throws like readInRounds. */
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
    if (call && outcome?.status === 'outOfGas') tried.push(call.path)
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
  by: 'lens' | 'aggregate',
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
    const parts = divide(pending, by)
    if (!parts) throw new TooCostly()
    if (!head && parts.some(({ kind }) => kind === 'direct')) head = await readHead(source)
    // Calls that may not be readable at all come first, a few at a time.
    const last = parts.filter(({ calls }) => calls.some((call) => call.room < 1))
    const direct = last.filter(({ kind }) => kind === 'direct')
    const urgent = (direct.length > 0 ? direct : last).slice(0, BATCH)
    const next = urgent.length > 0 ? urgent : parts
    // The first part determines the block of the others.
    const some = head ? next : next.slice(0, 1)
    spent += some.length
    if (spent > MOST_PARTS) throw new TooCostly()
    if (source.now() > until) throw new ApiError('upstream_timeout')
    let isGasShort = false
    let isRefused = false
    for await (const result of requestAll(source, some, head)) {
      if (result === 'refused') isRefused = true
      else {
        const [part, { head: own, outcomes }] = result
        head ??= own
        const outOfGas = take(part, outcomes, known)
        for (const path of outOfGas) room.set(path, part.room)
        isGasShort ||= outOfGas.length > 0
      }
    }
    mayUseLens &&= !isRefused
    const isBetterByLens = by === 'aggregate' && isGasShort && source.lens.isAnywhere(source.rpc.nodes)
    if (isRefused || (isBetterByLens && mayUseLens)) {
      by = isRefused ? 'aggregate' : 'lens'
      room.clear()
    }
  }
}

/**
 * Stores the results of a part and returns the calls for which the gas was not enough. Throws upstream_failed if all
 * the gas that the node allows is not enough for a single call.
 */
function take({ kind, calls }: Part, outcomes: readonly LensOutcome[], known: Map<string, Hex | null>): string[] {
  const open = calls.filter(({ path }) => !known.has(path))
  const outOfGas: string[] = []
  let isAnyKnown = false
  for (const [i, { path }] of calls.entries()) {
    const outcome = outcomes[i]
    if (known.has(path)) continue
    if (outcome?.status === 'outOfGas') outOfGas.push(path)
    if (outcome?.status !== 'ok' && outcome?.status !== 'reverted') continue
    known.set(path, outcome.status === 'ok' ? outcome.data : null)
    isAnyKnown = true
  }
  if (kind === 'direct' && !isAnyKnown) throw new TooCostly()
  // A part without any results was too large.
  return isAnyKnown ? outOfGas : open.map(({ path }) => path)
}

/**
 * Reads parts in one request, at a block, the named one, or the newest; `refused` if no node runs the lens, or those that do
 * fail and there is another. A node's replies must be from the chain and the block, and be readable: otherwise it counts as
 * a failing node. Throws upstream errors, and at a named block behind_requested_block and state_not_available.
 */
export async function requestParts(
  source: Source,
  parts: readonly Part[],
  at: ReadHead | undefined,
): Promise<PartResult[] | 'refused'> {
  const { rpc, chainId, multicall3, lens, seen, named } = source
  const block = at?.blockNumber ?? named?.number
  const requests = parts.map((part) => requestOf(part, block ?? 'latest', multicall3))
  // Later requests of a read rely on what the node of the first one said.
  const standingIn = (own: readonly RpcReply[]) =>
    named && (at ? named : standingOf(named.number, own.slice(parts.length)))
  const errorIn = (standing: NamedBlock | undefined, own: readonly RpcReply[]) =>
    standing && parts.map(({ kind }, i) => errorAt(standing, own[i], kind)).find((error) => error)
  const isOfChain = ofChain(chainId)
  let isRefused = false
  // Keyed by the reply, since it is only known at the end which node's replies are used.
  const results = new Map<RpcReply, PartResult | 'refused'>()
  const decodeAll = (replies: readonly RpcReply[]) =>
    parts.map((part, i) => {
      const reply = replies[i]
      if (!reply) throw new Error('a reply is missing')
      const result = results.get(reply) ?? decodePart(part, reply)
      results.set(reply, result)
      return result
    })
  const sent = send(source, named && !at ? [...requests, ...STANDING_CALLS] : requests, {
    ...(named && { minBlock: named.number }),
    isEligible: (node) =>
      parts.every(({ kind }) =>
        kind === 'lens' ? lens.runs(node) : kind === 'direct' ? seen.size === 0 || seen.has(node) : true,
      ),
    judge(own, node) {
      const chain = named && !at ? isOfChain(own.slice(parts.length)) : 'usable'
      if (chain !== 'usable') return chain
      const standing = standingIn(own)
      if (standing?.head && standing.head.blockNumber < standing.number) return standing.head
      if (errorIn(standing, own)) return 'unsupported'
      let verdict = standing?.head
      for (const result of decodeAll(own)) {
        if (result === 'refused') {
          isRefused = true
          // A node may refuse a block that a stranger names, and run the lens at the newest.
          if (!named) lens.refused(node)
          return 'unsupported'
        }
        if (!result.head) continue
        if (result.head.chainId !== chainId) return { configured: chainId, answered: result.head.chainId }
        if (block !== undefined && result.head.blockNumber !== block) return 'unusable'
        seen.add(node)
        verdict = standing?.head ?? result.head
      }
      // A call at an earlier block does not show how far the node has come.
      return verdict && !at ? verdict : 'usable'
    },
  })
  const replies = await sent.catch((error: unknown) => {
    const isLens = parts.some(({ kind }) => kind === 'lens')
    if (isLens && isOutage(error) && !lens.isEverywhere(rpc.nodes)) return null
    throw error
  })
  if (!replies) return 'refused'
  const standing = standingIn(replies)
  const error = errorIn(standing, replies)
  if (error && isRefused) return 'refused'
  if (error) throw error
  if (named) Object.assign(named, standing)
  const all = decodeAll(replies)
  const some = all.filter((result) => result !== 'refused')
  if (some.length < all.length) return 'refused'
  // A block of this number with another time is of another fork; the node is not to blame.
  if (at && some.some(({ head }) => head && head.timestamp !== at.timestamp)) throw new ApiError('upstream_failed')
  return some
}

/** The most parts in one request: nodes limit the calls of a batch. */
const BATCH = 10

/**
 * Reads any number of parts, a few at a time; yields the result of each, and finally `refused` if no node runs the lens.
 * Throws like requestParts.
 */
async function* requestAll(
  source: Source,
  parts: readonly Part[],
  at: ReadHead | undefined,
): AsyncGenerator<'refused' | readonly [Part, PartResult], undefined> {
  for (let done = 0; done < parts.length; done += BATCH) {
    const some = parts.slice(done, done + BATCH)
    const results = await requestParts(source, some, at)
    if (results === 'refused') return void (yield results)
    for (const [i, part] of some.entries()) yield [part, results[i] ?? { outcomes: [] }]
  }
}

/** The named block or the newest, if nothing that was read has determined it. */
async function readHead(source: Source): Promise<ReadHead> {
  const { chainId, named } = source
  const calls = [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: [named ? numberToHex(named.number) : 'latest', false] },
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
  return decode(await send(source, calls, { judge }))
}

/** Sends calls of a read, in one batch with the carried ones until a node has replied to those (JSON-RPC 2.0 section 6). */
async function send({ rpc, carried }: Source, calls: readonly RpcCall[], options: SendOptions) {
  if (!carried || carried.replies) return rpc.send(calls, options)
  const { judge = () => 'usable' } = options
  let isUsable = false
  const replies = await rpc.send([...calls, ...carried.calls], {
    ...options,
    judge(own, node) {
      const verdict = judge(own.slice(0, calls.length), node)
      isUsable ||= verdict === 'usable' || (typeof verdict === 'object' && 'blockNumber' in verdict)
      return verdict
    },
  })
  // A node that refused has not shown that it belongs to the chain.
  if (isUsable) carried.replies = replies.slice(calls.length)
  return replies.slice(0, calls.length)
}
