import { ERROR_GUIDE, type FlowErrorCode } from './errorGuide.ts'

/** What went wrong in a step of the flow. */
export interface FlowError {
  readonly code: FlowErrorCode
  /** Seconds after which the same step may succeed, where the answer says so. */
  readonly retryAfter?: number
}

/** Whether the same step may succeed if it is taken again. */
export const isRecoverable = ({ code }: FlowError): boolean => ERROR_GUIDE[code].next === 'retry'

/** Whether the step may succeed without the link token. */
export const isTokenRefused = ({ code }: FlowError): boolean => ERROR_GUIDE[code].next === 'without_token'

/** Thrown by the effects of the flow. */
export class FlowFailure extends Error {
  readonly problem: FlowError

  constructor(problem: FlowError) {
    super(problem.code)
    this.problem = problem
  }
}

/** The problem that an effect failed with; whatever else was thrown is `unexpected`. */
export const problemOf = (error: unknown): FlowError =>
  error instanceof FlowFailure ? error.problem : { code: 'unexpected' }

export const TIMED_OUT = new FlowFailure({ code: 'timeout' })
export const NOT_READY = new FlowFailure({ code: 'identity_not_ready' })
export const SESSION_OVER = new FlowFailure({ code: 'miniapp_session_expired' })
