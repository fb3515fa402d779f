import type { Chain } from '../chain/chain.ts'
import type { LogStore } from '../store/createLogStore.ts'
import type { Address, Hex } from 'viem'
import type { AsOf } from '../chain/chain.ts'
import type { IndexedLog, LogPosition } from '../chain/IndexedLog.ts'

/** Some events of one contract, and the stream of the log index that contains them. */
export interface EventSource {
  readonly stream: string
  readonly address: Address
  /** Event signatures (topic 0). */
  readonly topics: readonly Hex[]
}

/** A page of events to read, newest first. */
export interface EventList {
  readonly main: EventSource
  /** Events that belong to those of the page and are in the same blocks. */
  readonly beside?: readonly EventSource[]
  /** Only events with this first indexed argument. */
  readonly topic1?: Hex | undefined
  /** The last position of the previous page. */
  readonly before?: LogPosition | undefined
  readonly fromBlock?: number | undefined
  readonly toBlock?: number | undefined
  readonly limit: number
}

/** A log; its time is null if a node does not send it. */
export type EventLog = Omit<IndexedLog, 'stream' | 'blockTime'> & { readonly blockTime: number | null }

export interface EventPage {
  readonly events: readonly EventLog[]
  readonly beside: readonly EventLog[]
  /** The blocks that were read, both included. */
  readonly fromBlock: number
  readonly toBlock: number
  /** The limits of the fallback cut off older blocks. */
  readonly truncated: boolean
  readonly asOf: AsOf
}

export interface IndexReader {
  readonly chain: Pick<Chain, 'config'>
  readonly store: LogStore
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface EventReader extends IndexReader {
  readonly chain: Chain
}
