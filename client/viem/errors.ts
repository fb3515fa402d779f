import { BaseError, type Hex } from 'viem'
import type { BuildIssue, BuildStatus, Simulation, UnsignedCalldata } from '../generated/types.gen.ts'

/** Why nothing more was sent. `mismatch`: the answer does not match the request, and `force` does not send it. */
export type Refusal = 'issues' | 'simulation' | 'mismatch' | 'declined' | 'expired'

/** The action stopped before the wallet was to send. */
export class NotSentError extends BaseError {
  override readonly name = 'NotSentError'
  readonly reason: Refusal
  readonly built: UnsignedCalldata
  readonly issues: readonly BuildIssue[]
  readonly simulation: Simulation
  /** Transactions of earlier calls, if it expired between them. */
  readonly hashes: readonly Hex[]

  constructor(reason: Refusal, details: readonly string[], built: UnsignedCalldata, hashes: readonly Hex[] = []) {
    super(`Not sent: ${details.join('; ')}`)
    this.reason = reason
    this.built = built
    this.issues = built.issues
    this.simulation = built.simulation
    this.hashes = hashes
  }
}

/** The part of an action that had been sent when it failed. */
export interface Progress {
  readonly built: UnsignedCalldata
  /** Hashes of the transactions so far, in order. */
  readonly hashes: readonly Hex[]
  /** Id of the batch at the wallet (EIP-5792), if it took the calls as one. */
  readonly callsId?: string | undefined
}

/**
 * The wallet refused a call, or its outcome is not known; the error of viem is the `cause`, so that `error.walk(…)` finds it. Calls
 * of `hashes` were sent, later ones were not.
 */
export class SendError extends BaseError {
  override readonly name: string = 'SendError'
  readonly built: UnsignedCalldata
  readonly hashes: readonly Hex[]
  readonly callsId: string | undefined

  constructor(message: string, { built, hashes, callsId }: Progress, cause?: Error) {
    super(message, cause ? { cause } : {})
    this.built = built
    this.hashes = hashes
    this.callsId = callsId
  }
}

/** A call reverted: it changed nothing, but spent its gas. Calls before it stand, unless they were sent as one batch. */
export class RevertedError extends SendError {
  override readonly name = 'RevertedError'
  /** The transaction that reverted; undefined if the wallet does not say. */
  readonly hash: Hex | undefined
  /** Why, with what to do about it; null if it could not be read. */
  readonly revert: BuildStatus['revert']

  constructor(progress: Progress, hash: Hex | undefined, revert: BuildStatus['revert']) {
    super(`The transaction ${hash ?? 'of the batch'} reverted${revert ? `: ${revert.message}` : ''}`, progress)
    this.hash = hash
    this.revert = revert
  }
}

/** A thrown value as an Error. */
export const toError = (thrown: unknown): Error | undefined =>
  thrown === undefined || thrown instanceof Error ? thrown : new Error(String(thrown))
