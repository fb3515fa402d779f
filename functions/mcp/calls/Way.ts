/** What an operation does for its caller: it answers, it builds unsigned transactions, or it changes something here. */
export type Kind = 'read' | 'build' | 'write'

/** How an operation of the contract is called; the build makes one for each (platform/mcp/describeOperations.ts). */
export interface Way {
  readonly operationId: string
  readonly family: string
  readonly kind: Kind
  readonly method: string
  /** Relative to the base URL, with `{name}` for each parameter of the path. */
  readonly path: string
  /** Names of all arguments. Those of the path are in `path`, those of the query in `query`, all others are of the body. */
  readonly args: readonly string[]
  readonly query: readonly string[]
  /** Arguments that may be null. */
  readonly nullable: readonly string[]
  /** `fields`: the other arguments are the body; `whole`: the argument `body` is; absent without one. */
  readonly body?: 'fields' | 'whole'
  /** Credential, as in the table of operations; empty if none is needed. */
  readonly auth: string
  /** The query parameter with which a read stores something, and then needs a credential for writes. */
  readonly storesWith?: string
  /** It accepts an `Idempotency-Key`. */
  readonly takesKey?: true
  /** It is no tool: sign_in alone calls it. */
  readonly isOnlyOfSignIn?: true
  /** It has a price, which 402 states. */
  readonly isPaid?: true
}
