import { ERROR_GUIDE, type FlowErrorCode } from './errorGuide.ts'

export interface FlowError {
  readonly code: FlowErrorCode
  /** Seconds after which the same step may succeed, if the answer states it. */
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

/** The problem of a failed effect; any other error is `unexpected`. */
export const problemOf = (error: unknown): FlowError =>
  error instanceof FlowFailure ? error.problem : { code: 'unexpected' }

export const TIMED_OUT = new FlowFailure({ code: 'timeout' })
export const NOT_READY = new FlowFailure({ code: 'identity_not_ready' })
export const SESSION_OVER = new FlowFailure({ code: 'miniapp_session_expired' })
