import { DENIALS, type DenialCode } from '../../../schema/rpc/paymasterDenials.ts'
import type { Mode } from './policy.ts'

/** Codes of JSON-RPC 2.0 (section 5.1), and of EIP-1474 where that has one. */
export const CODES = {
  invalidRequest: -32600,
  noSuchMethod: -32601,
  invalidParams: -32602,
  outage: -32000,
  denied: -32002,
  limited: -32005,
} as const

/** A call that gets a JSON-RPC error. Its message begins with a stable code; it is sent to the caller. */
export class RpcError extends Error {
  override readonly name: string = 'RpcError'
  readonly code: number
  readonly retryAfter: number | undefined

  constructor(kind: keyof typeof CODES, message: string, retryAfter?: number) {
    super(message)
    this.code = CODES[kind]
    this.retryAfter = retryAfter
  }
}

/** The policy does not sponsor an operation, for this reason. */
export class Denial extends RpcError {
  override readonly name = 'Denial'
  readonly reason: DenialCode
  /** The kind that the calls were found to be before that. */
  mode: Mode | null = null

  constructor(reason: DenialCode) {
    super('denied', `${reason}: ${DENIALS[reason]}`)
    this.reason = reason
  }
}
