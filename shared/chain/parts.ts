import type { ReadyCall } from './evaluate.ts'
import type { CallNode, Node } from './calls.ts'

/**
 * A part of a read: one eth_call. `lens`: a program, whose calls each get a fraction 1/`share` of the gas at hand;
 * `aggregate`: through Multicall3; `direct`: a single call by itself, whose result the node reports.
 */
export type Part = {
  readonly calls: readonly Pending[]
  /** The room that its calls are left with if the gas was not enough. */
  readonly room: number
} & (
  | { readonly way: 'lens'; readonly share: 1 | 4; readonly nodes: readonly Node[] }
  | { readonly way: 'aggregate' }
  | { readonly way: 'direct'; readonly calls: readonly [Pending] }
)

/** A call to be made, in the order of execution. */
export interface Pending extends ReadyCall {
  /** Calls before it that may have changed what it sees: they are repeated before it in the same part. */
  readonly after: readonly Pending[]
  /** How many calls its part may have; less than 1 for one that already had all the gas, and needs more. */
  readonly room: number
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
export function divide(pending: readonly Pending[], way: 'lens' | 'aggregate'): Part[] | undefined {
  const bins = new Map<string, Pending[]>()
  for (const call of pending) {
    const key = `${call.room} ${way === 'lens' && call.room === 1 ? call.target.toLowerCase() : ''}`
    bins.set(key, [...(bins.get(key) ?? []), call])
  }
  const parts: Part[] = []
  for (const bin of bins.values()) {
    const room = bin[0]?.room ?? 0
    if (room < 0 && bin.some(({ after }) => after.length > 0)) return undefined
    const size = room < 1 ? 1 : way === 'lens' ? PROGRAM : Math.min(room, AGGREGATE)
    for (let at = 0; at < bin.length; at += size) parts.push(toPart(bin.slice(at, at + size), room, way))
  }
  return parts
}

function toPart(wanted: readonly Pending[], room: number, way: 'lens' | 'aggregate'): Part {
  const [first] = wanted
  if (room < 0 && first) return { way: 'direct', calls: [first], room }
  const calls = withChanges(wanted)
  if (way === 'aggregate' || room < 1)
    return { way: 'aggregate', calls, room: wanted.length > 1 ? Math.ceil(wanted.length / 4) : -1 }
  return room === 1
    ? { way, share: 1, nodes: calls.map(toNode), calls, room: 0 }
    : { way, share: 4, nodes: calls.map(toNode), calls, room: 1 }
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
