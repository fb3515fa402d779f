import type { Address, Hash, Hex } from 'viem'

/** A block that identifies a fork. */
export interface BlockMark {
  readonly number: number
  readonly hash: Hash
  /** Unix seconds. */
  readonly time: number
}

/** One event log of a stream. */
export interface IndexedLog {
  readonly stream: string
  readonly blockNumber: number
  readonly logIndex: number
  readonly blockHash: Hash
  /** Unix seconds. */
  readonly blockTime: number
  readonly txHash: Hash
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

export interface LogPosition {
  readonly blockNumber: number
  readonly logIndex: number
}
