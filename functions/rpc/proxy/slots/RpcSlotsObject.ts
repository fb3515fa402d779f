/** What an isolate wants of a pool. */
export interface SlotClaim {
  /** The ceiling, or whose share it is. */
  readonly pool: string
  /** The isolate. */
  readonly holder: string
  /** Counts the claims of an isolate on a pool: one that arrives after a later one changes nothing. */
  readonly turn: number
  /** How many slots it would hold in all from now on; fewer than before gives some back. */
  readonly want: number
  /** How many of these are useful at least; if they are not there, it keeps what it has. */
  readonly need: number
  /** How many slots the pool has. */
  readonly most: number
  /** How long it holds them, unless it claims again. */
  readonly seconds: number
}

/** The interface of the Durable Object `RpcSlots`. */
export interface RpcSlotsObject extends Rpc.DurableObjectBranded {
  /** How many slots the isolate holds from now on. */
  claim(claim: SlotClaim): Promise<number>
}
