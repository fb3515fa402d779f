/** A read answers, a build returns unsigned transactions, a write changes data of this service. */
export type Kind = 'read' | 'build' | 'write'

/** How an operation of the contract is called; the build makes one for each (platform/mcp/describeOperations.ts). */
export interface CallableOperation {
  readonly operationId: string
  readonly family: string
  readonly kind: Kind
  readonly method: string
  /** Relative to the base URL, with `{name}` for each parameter of the path. */
  readonly path: string
  /** Names of all arguments. An argument that is neither in `path` nor in `query` is a field of the body. */
  readonly args: readonly string[]
  readonly query: readonly string[]
  readonly nullable: readonly string[]
  /** `fields`: the other arguments are the body; `whole`: the argument `body` is; absent without one. */
  readonly body?: 'fields' | 'whole'
  /** Credential, as in the table of operations; empty if none is needed. */
  readonly auth: string
  /** The query parameter with which a read stores something, and then needs a credential for writes. */
  readonly storesWith?: string
  /** It accepts an `Idempotency-Key`. */
  readonly takesKey?: true
  /** Only sign_in calls it: it is not a tool. */
  readonly isOnlyOfSignIn?: true
  /** It has a price, which 402 states. */
  readonly isPaid?: true
}

/** Operations that sign_in calls. One that returns a credential is not a tool. */
export const OF_SIGN_IN: readonly string[] = [
  'getAuthNonce',
  'verifyAuth',
  'createAgentNonce',
  'verifyAgent',
  'logoutAuth',
]
