import { encodeFunctionData, numberToHex, type Address, type Hex } from 'viem'
import { encodeBytes, wordOf } from '../abi/encodeBytes.ts'
import { multicall3Abi } from '../abi/multicall3.ts'
import { isBytes } from '../text/bytes.ts'
import { decodeAggregate, encodeAggregate } from './aggregate.ts'
import { type CallNode, changesState, type Graph, type Node } from './calls.ts'
import { Evaluation, type ReadyCall } from './evaluate.ts'
import lensCode from './lens/Lens.sol'
import { kindOf } from './nodeErrors.ts'
import { readAnswer, writeProgram, type LensOutcome, type ReadHead } from './program.ts'
import type { RpcCall, RpcReply } from './RpcCall.ts'

/**
 * A part of a read: one eth_call. `lens`: a program, whose calls each get a fraction 1/`share` of the gas at hand;
 * `aggregate`: through Multicall3; `direct`: a single call by itself, whose result the node reports.
 */
export type Part = {
  readonly calls: readonly Pending[]
  /** The room that its calls are left with if the gas was not enough. */
  readonly room: number
} & (
  | { readonly kind: 'lens'; readonly share: 1 | 4; readonly nodes: readonly Node[] }
  | { readonly kind: 'aggregate' }
  | { readonly kind: 'direct'; readonly calls: readonly [Pending] }
)

/** A call to be made, in the order of execution. */
export interface Pending extends ReadyCall {
  /** Calls before it that may have changed what it sees: they are repeated before it in the same part. */
  readonly after: readonly Pending[]
  /** How many calls its part may have; less than 1 for one that already had all the gas, and needs more. */
  readonly room: number
}

/** The calls of a graph whose results are not known, but whose inputs are. */
export function frontier(
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

/** Calls of one program: about 4 KB, since a node charges for a program's bytes before it runs. */
const PROGRAM = 96
/** Calls of one aggregate. */
const AGGREGATE = 256

/**
 * Divides calls into parts. A program gives each of its calls a share of the gas; a call that needs all of it goes into
 * a program with only the calls of its target, so that a target that burns all its gas affects only itself. An
 * aggregate that ran out of gas is divided by four. In the end a call is in its own aggregate, then by itself.
 *
 * Undefined if a call that must see a change of state would have to be made by itself: it cannot be read.
 */
export function divide(pending: readonly Pending[], kind: 'lens' | 'aggregate'): Part[] | undefined {
  const bins = new Map<string, Pending[]>()
  for (const call of pending) {
    const key = `${call.room} ${kind === 'lens' && call.room === 1 ? call.target.toLowerCase() : ''}`
    bins.set(key, [...(bins.get(key) ?? []), call])
  }
  const parts: Part[] = []
  for (const bin of bins.values()) {
    const room = bin[0]?.room ?? 0
    if (room < 0 && bin.some(({ after }) => after.length > 0)) return undefined
    const size = room < 1 ? 1 : kind === 'lens' ? PROGRAM : Math.min(room, AGGREGATE)
    for (let at = 0; at < bin.length; at += size) parts.push(toPart(bin.slice(at, at + size), room, kind))
  }
  return parts
}

function toPart(wanted: readonly Pending[], room: number, kind: 'lens' | 'aggregate'): Part {
  const [first] = wanted
  if (room < 0 && first) return { kind: 'direct', calls: [first], room }
  const calls = withChanges(wanted)
  if (kind === 'aggregate' || room < 1)
    return { kind: 'aggregate', calls, room: wanted.length > 1 ? Math.ceil(wanted.length / 4) : -1 }
  return room === 1
    ? { kind, share: 1, nodes: calls.map(toNode), calls, room: 0 }
    : { kind, share: 4, nodes: calls.map(toNode), calls, room: 1 }
}

/** Calls together with those that must be made before them, each once. */
const withChanges = (calls: readonly Pending[]): Pending[] => [
  ...new Map(calls.flatMap((call) => [...call.after, call]).map((call) => [call.path, call])).values(),
]

const toNode = ({ target, abi, data, isSimulation }: Pending, id: number): CallNode => ({
  ...(isSimulation && { isSimulation }),
  kind: 'call',
  id,
  target,
  abi,
  data,
  patches: [],
})

/** The result of a part: outcomes of its calls, as far as it got. Without a head there are none, for lack of gas. */
export interface PartResult {
  readonly head?: ReadHead
  readonly outcomes: readonly LensOutcome[]
}

/** The lens as creation code of an eth_call. */
export const lensRequest = (nodes: readonly Node[], share: 1 | 4, block: bigint | 'latest'): RpcCall =>
  ethCall({ data: `${lensCode}${wordOf(32)}${encodeBytes(writeProgram(nodes, share))}` }, block)

/** The request of a part. */
export function requestOf(part: Part, block: bigint | 'latest', multicall3: () => Address): RpcCall {
  if (part.kind === 'lens') return lensRequest(part.nodes, part.share, block)
  if (part.kind === 'direct') return ethCall({ to: part.calls[0].target, data: part.calls[0].data }, block)
  const to = multicall3()
  const calls = [
    ...headCalls().map((callData) => ({ target: to, allowFailure: false, callData })),
    ...part.calls.map((call) => ({ target: call.target, allowFailure: true, callData: call.data })),
    { target: WITNESS, allowFailure: true, callData: WITNESS_INPUT },
  ]
  return ethCall({ to, data: encodeAggregate(calls) }, block)
}

const ethCall = (transaction: { readonly to?: Address; readonly data: Hex }, block: bigint | 'latest'): RpcCall => ({
  method: 'eth_call',
  params: [transaction, block === 'latest' ? block : numberToHex(block)],
})

let encodedHead: readonly Hex[] | undefined
/** Encoded for the first aggregate: hashes took a tenth of the time in which a Worker starts, and most reads use the lens. */
const headCalls = (): readonly Hex[] =>
  (encodedHead ??= (['getChainId', 'getBlockNumber', 'getCurrentBlockTimestamp'] as const).map((functionName) =>
    encodeFunctionData({ abi: multicall3Abi, functionName }),
  ))

/**
 * The pairing check of a single pair of zeros (EIP-197): 79 000 gas (EIP-1108) for almost no work. A call that runs out
 * of gas leaves 1/64 of what there was (EIP-150). So if this succeeds after all others, each of them had 64 times as
 * much, the lens' own bound of 5 million, or did not use up what it had.
 */
const WITNESS = numberToHex(8, { size: 20 })
const WITNESS_INPUT: Hex = `0x${'00'.repeat(192)}`

/**
 * Reads the reply to a part; `refused` if the node does not run the lens. Throws an Error for anything that is not a
 * reply to it.
 */
export function decodePart(part: Part, reply: RpcReply): PartResult | 'refused' {
  if (part.kind === 'lens') return decodeLens(reply)
  if (part.kind === 'direct') return { outcomes: [decodeDirect(reply)] }
  return readAggregate(reply, part.calls.length)
}

/** Reads the reply to a request of the lens. */
export function decodeLens(reply: RpcReply): PartResult | 'refused' {
  // If the answer is larger than a deployable contract, or little gas is left, the lens reverts with its answer.
  const bytes = 'result' in reply ? reply.result : reply.error.data
  const answer = isBytes(bytes) && readAnswer(bytes)
  if (answer) return answer
  // A successful result without code means that the lens did not run.
  if ('result' in reply) return reply.result === '0x' ? 'refused' : fail()
  const kind = kindOf(reply.error)
  if (kind === 'outOfGas') return { outcomes: [] }
  return kind === 'failing' ? fail() : 'refused'
}

function readAggregate(reply: RpcReply, count: number): PartResult {
  if ('error' in reply) return isFailing(reply) ? fail() : { outcomes: [] }
  if (!isBytes(reply.result)) return fail()
  const [id, number, timestamp, ...others] = decodeAggregate(reply.result)
  const witness = others.pop()
  if (!id || !number || !timestamp || !witness || others.length !== count) return fail()
  const head = {
    chainId: Number(BigInt(id.returnData)),
    blockNumber: BigInt(number.returnData),
    timestamp: Number(BigInt(timestamp.returnData)),
  }
  if (!Number.isSafeInteger(head.timestamp)) return fail()
  if (!witness.success || !/^0x0{63}1$/.test(witness.returnData)) return { head, outcomes: [] }
  return {
    head,
    outcomes: others.map(({ success, returnData }) =>
      success ? { status: 'ok', data: returnData } : { status: 'reverted', data: '0x' },
    ),
  }
}

/**
 * A call that used up nearly all gas before is made by itself to find out one thing: whether it hits an invalid
 * instruction, as older compilers' assertions do, which uses up any amount of gas. Any other answer may be due to a
 * lack of gas.
 */
function decodeDirect(reply: RpcReply): LensOutcome {
  if ('error' in reply && isFailing(reply)) return fail()
  if ('result' in reply && !isBytes(reply.result)) return fail()
  return { status: 'error' in reply && kindOf(reply.error) === 'halted' ? 'reverted' : 'outOfGas', data: '0x' }
}

const isFailing = (reply: Extract<RpcReply, { error: unknown }>): boolean =>
  ['failing', 'refused'].includes(kindOf(reply.error))

const fail = (): never => {
  throw new Error('the reply does not match the request')
}
