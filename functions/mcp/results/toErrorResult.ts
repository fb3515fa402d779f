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
    ...(settlement === null ? {} : { paymentResponse: settlement }),
    next: nextOf(problem, failed),
  }
  const offer = payment === null ? undefined : decodePaymentRequiredHeader(payment)
  const { why } = described.next
  const isAuth = code === 'unauthenticated'
  const parts = isAuth ? [`${code}: ${why}`, detail] : [`${code}: ${detail}`, ...offersIn(offer), fix, why]
  const text = parts.flatMap((one) => (one ? [sentenceOf(one)] : [])).join(' ')
  return {
    content: [{ type: 'text', text: isAuth && text.length > MOST_OF_AUTH ? sentenceOf(`${code}: ${why}`) : text }],
    // Clients of x402 find the requirements there (transport MCP, version 2).
    structuredContent: { ...offer, error: described },
    isError: true,
  }
}

/** Characters of such an error: hosts truncate longer ones, and the next step must stay visible. */
const MOST_OF_AUTH = 200

const sentenceOf = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

/** Prices, for hosts that show a model only the text. */
const offersIn = (offer: ReturnType<typeof decodePaymentRequiredHeader> | undefined): string[] =>
  (offer?.accepts ?? []).map(
    ({ amount, asset, payTo, network, scheme, maxTimeoutSeconds }) =>
      `Price: ${amount} base units of the token ${asset}, to ${payTo} on ${network} (scheme ${scheme}, within ${maxTimeoutSeconds} s)`,
  )

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof ApiError) return Failure.of(error)
  logError('error', 'internal_error', error)
  return Failure.of(new ApiError('internal_error'))
}
