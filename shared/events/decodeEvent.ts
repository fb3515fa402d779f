import {
  concatHex,
  decodeAbiParameters,
  toEventSelector,
  type Abi,
  type AbiEvent,
  type AbiParameter,
  type ContractEventName,
  type DecodeEventLogReturnType,
  type Hex,
} from 'viem'
import { decodeStatic } from '../abi/decodeStatic.ts'
import type { EventLog } from './EventList.ts'

type Decoded<A extends Abi> = DecodeEventLogReturnType<A, ContractEventName<A>>

/** An event, and where its arguments are: in topics, or in data. */
interface Layout {
  readonly eventName: string
  readonly indexed: readonly AbiParameter[]
  readonly rest: readonly AbiParameter[]
}

/**
 * The event of a log by its ABI, whose arguments all have names; null for a different event, or data that does not match. As
 * viem's decodeEventLog, which hashes each signature again: that takes longer than decoding the log.
 */
export function decodeEvent<const A extends Abi>(
  abi: A,
  { topics: [signature, ...topics], data }: Pick<EventLog, 'topics' | 'data'>,
): Decoded<A> | null {
  const layout = signature && layoutsOf(abi).get(signature)
  if (!layout) return null
  const { eventName, indexed, rest } = layout
  try {
    const values = [...topicValues(indexed, topics), ...(rest.length === 0 ? [] : valuesOf(rest, data))]
    const args = Object.fromEntries([...indexed, ...rest].map(({ name = '' }, i) => [name, values[i]]))
    const decoded = { eventName, args: values.length === 0 ? undefined : args }
    return isOf(abi, decoded) ? decoded : null
  } catch {
    return null
  }
}

/** The arguments in topics. A topic holds only the hash of what is longer than a word (Contract ABI specification, Events). */
function topicValues(indexed: readonly AbiParameter[], topics: readonly Hex[]): readonly unknown[] {
  const own = topics.slice(0, indexed.length)
  if (own.length < indexed.length || own.some((topic) => topic.length !== 66)) throw new Error('topics do not match')
  const words = indexed.map((parameter) => (isHashed(parameter) ? { type: 'bytes32' } : parameter))
  return words.length === 0 ? [] : valuesOf(words, concatHex(own))
}

/** Values one after the other: words of elementary types are decoded by themselves, anything else by the general codec. */
function valuesOf(parameters: readonly AbiParameter[], data: Hex): readonly unknown[] {
  const values: unknown[] = []
  for (const [i, { type }] of parameters.entries()) {
    const word = data.slice(2 + 64 * i, 66 + 64 * i)
    const value = word.length === 64 ? decodeStatic(type, `0x${word}`) : undefined
    if (value === undefined || value === null) return decodeAbiParameters(parameters, data)
    values.push(value)
  }
  return values
}

const isHashed = ({ type }: AbiParameter): boolean => /^(string|bytes|tuple)$|\]$/.test(type)

const isOf = <A extends Abi>(abi: A, decoded: Pick<Layout, 'eventName'>): decoded is Decoded<A> =>
  abi.some((item) => item.type === 'event' && item.name === decoded.eventName)

const known = new WeakMap<Abi, ReadonlyMap<Hex, Layout>>()

function layoutsOf(abi: Abi): ReadonlyMap<Hex, Layout> {
  const made = known.get(abi) ?? new Map(abi.flatMap((item) => (item.type === 'event' ? [layoutOf(item)] : [])))
  known.set(abi, made)
  return made
}

const layoutOf = (event: AbiEvent): [Hex, Layout] => [
  toEventSelector(event),
  {
    eventName: event.name,
    indexed: event.inputs.filter(({ indexed }) => indexed),
    rest: event.inputs.filter(({ indexed }) => !indexed),
  },
]

/** Signatures (topic 0) of an ABI's events, in its order. */
export const topicsOf = (abi: Abi): Hex[] => [...layoutsOf(abi).keys()]
