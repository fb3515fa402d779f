import type { Address, Hex } from 'viem'
import type { AsOf } from '../chain/chain.ts'
import type { IndexedLog, LogPosition } from '../chain/IndexedLog.ts'

/** Some events of one contract, and the stream of the log index that holds them. */
export interface EventSource {
  readonly stream: string
  readonly address: Address
  /** Event signatures (topic 0). */
  readonly topics: readonly Hex[]
}

/** A page of events to read, newest first. */
export interface EventList {
  readonly main: EventSource
  /** Events that belong to those of the page and stand in the same blocks. */
  readonly beside?: readonly EventSource[]
  /** Only events with this first indexed argument. */
  readonly topic1?: Hex | undefined
  /** The last position of the page before. */
  readonly before?: LogPosition | undefined
  readonly fromBlock?: number | undefined
  readonly toBlock?: number | undefined
  readonly limit: number
}

/** A log; its time is null where a node does not send it. */
export type EventLog = Omit<IndexedLog, 'stream' | 'blockTime'> & { readonly blockTime: number | null }

export interface EventPage {
  readonly events: readonly EventLog[]
  readonly beside: readonly EventLog[]
  /** The blocks that were looked at, both included. */
  readonly fromBlock: number
  readonly toBlock: number
  /** Older blocks were asked for than the bounds of a fallback let be read. */
  readonly truncated: boolean
  readonly asOf: AsOf
}
