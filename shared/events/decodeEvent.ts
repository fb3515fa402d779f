import {
  decodeEventLog,
  toEventSelector,
  type Abi,
  type ContractEventName,
  type DecodeEventLogReturnType,
  type Hex,
} from 'viem'
import type { EventLog } from './EventList.ts'

/** The event of a log by its ABI; null for a different event, or data that does not match. */
export function decodeEvent<const A extends Abi>(
  abi: A,
  { topics, data }: Pick<EventLog, 'topics' | 'data'>,
): DecodeEventLogReturnType<A, ContractEventName<A>> | null {
  const [signature, ...indexed] = topics
  if (!signature) return null
  try {
    return decodeEventLog({ abi, topics: [signature, ...indexed] satisfies [Hex, ...Hex[]], data })
  } catch {
    return null
  }
}

/** Signatures (topic 0) of an ABI's events, in its order. */
export const topicsOf = (abi: Abi): Hex[] =>
  abi.flatMap((item) => (item.type === 'event' ? [toEventSelector(item)] : []))
