import type { CallToolResult } from '@modelcontextprotocol/server'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { logError } from '../../../shared/log/logError.ts'
import { Failure } from '../calls/Failure.ts'
import { type Failed, mayBeDone, nextOf } from './nextOf.ts'

/**
 * An error as the result of a tool, which a model can act on: the code of the catalogue, what is wrong, what to change, and the
 * call to make next. An unknown failure is `internal_error`, and goes to the log.
 */
export function toErrorResult(error: unknown, failed: Failed): CallToolResult {
  const { problem, headers } = failureOf(error)
  const { code, detail, status, fields } = problem
  // The catalogue knows the error, and not that this call may not be repeated.
  const isRepeatable = !mayBeDone(problem, failed)
  const fix = isRepeatable ? problem.fix : undefined
  const retryable = isRepeatable && problem.retryable === true
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  const payment = headers.get('payment-required')
  const settlement = headers.get('payment-response')
  const described = {
    code,
    message: detail,
    ...(fix === undefined ? {} : { fix }),
    ...(status === undefined ? {} : { status }),
    ...(fields === undefined ? {} : { fields }),
    retryable,
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
    ...(payment === null ? {} : { paymentRequired: payment }),
    ...(settlement === null ? {} : { paymentResponse: settlement }),
    next: nextOf(problem, failed),
  }
  const text = [`${code}: ${detail}.`.replace(/\.\.$/, '.'), fix, described.next.why].filter(Boolean).join(' ')
  return {
    content: [{ type: 'text', text }],
    // Clients of x402 find the requirements there (transport MCP, version 2).
    structuredContent: { ...(payment === null ? {} : decodePaymentRequiredHeader(payment)), error: described },
    isError: true,
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof ApiError) return Failure.of(error)
  logError('error', 'internal_error', error)
  return Failure.of(new ApiError('internal_error'))
}
