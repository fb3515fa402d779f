/**
 * `throttled`: it wants to be left alone for a while; `refused`: it will never do this (the conversation is gone, the agent
 * has left it); `unavailable`: it failed, did not answer in time, or its answer is not its own or means nothing.
 */
export type MsgnetFailureKind = 'throttled' | 'refused' | 'unavailable'

/** The messaging network gave no usable answer. */
export class MsgnetFailure extends Error {
  override readonly name = 'MsgnetFailure'
  readonly kind: MsgnetFailureKind

  constructor(kind: MsgnetFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}
