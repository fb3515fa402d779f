import type { CallToolResult } from '@modelcontextprotocol/server'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Args } from '../calls/Args.ts'
import type { CallOptions } from '../calls/CallOptions.ts'
import type { Answered } from '../calls/createCall.ts'
import type { Way } from '../calls/Way.ts'
import { doubtsIn } from '../results/doubtsIn.ts'
import { bytesOf } from '../results/fit.ts'
import { pick } from '../results/pick.ts'
import { toResult, VALUE_BYTES } from '../results/toResult.ts'
import { kindOf } from './findWay.ts'
import type { ToolContext } from './Tools.ts'

type Options = CallOptions & { readonly fields?: readonly string[] | undefined }

/** Calls an operation and makes a result of its answer. Throws Failure and ApiError, after a write for what it did not do alone. */
export async function callOperation(
  way: Way,
  args: Args,
  { fields, ...options }: Options,
  { call }: ToolContext,
): Promise<CallToolResult> {
  const chosen = (value: unknown) => (fields === undefined ? value : pick(value, fields))
  let answered = await call(way, args, options)
  if (kindOf(way, args) === 'write') return resultOfWrite(way, answered, chosen)
  let value = chosen(answered.value)
  let given = args
  // A shorter page has a cursor that leads to its own end. Its items may be longer than those of the first on average.
  for (let i = 0; i < MOST_PAGES; i++) {
    const limit = fittingLimit(way, value, given)
    if (limit === undefined) break
    given = { ...given, limit }
    answered = await call(way, given, options)
    value = chosen(answered.value)
  }
  return toResult(value, aboutOf(way, answered))
}

/** The result of what is done: whatever is wrong with what the caller wants to see of it, it is no error. */
function resultOfWrite(way: Way, answered: Answered, chosen: (value: unknown) => unknown): CallToolResult {
  const about = aboutOf(way, answered)
  try {
    return withSettlement(toResult(chosen(answered.value), about), answered.headers)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const shown = bytesOf(answered.value) <= VALUE_BYTES ? answered.value : {}
    return withSettlement(toResult(shown, `${about} It is done. ${error.detail}.`), answered.headers)
  }
}

/** How often a page is asked again with a smaller limit. */
const MOST_PAGES = 4

/** Key of `_meta` with the settlement of what was paid, where x402 has it (transport MCP, version 2). */
export const SETTLEMENT = 'x402/payment-response'

function withSettlement(result: CallToolResult, headers: Headers): CallToolResult {
  const settlement = headers.get('payment-response')
  if (settlement === null) return result
  const { _meta: meta } = result
  return { ...result, _meta: { ...meta, [SETTLEMENT]: decodePaymentResponseHeader(settlement) } }
}

/** Where a page of a list is too long: so many of its items fit. Undefined if all do, or it has one. */
function fittingLimit({ kind, args: names }: Way, value: unknown, args: Args): number | undefined {
  if (kind !== 'read' || !names.includes('limit') || !hasCursor(value)) return undefined
  const bytes = bytesOf(value)
  if (bytes <= VALUE_BYTES) return undefined
  const lists = Object.values(value).filter((one): one is unknown[] => Array.isArray(one))
  const [items = []] = lists.toSorted((one, other) => other.length - one.length)
  if (items.length <= 1) return undefined
  let left = VALUE_BYTES * 0.95 - (bytes - bytesOf(items))
  const fitting = items.findIndex((item) => (left -= bytesOf(item) + 1) < 0)
  const given = Math.min(items.length, Number(args['limit'] ?? items.length))
  return Math.max(1, Math.floor((given * Math.max(0, fitting)) / items.length))
}

const hasCursor = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'nextCursor' in value

function aboutOf({ operationId, kind }: Way, { value, headers }: Answered): string {
  const block = blockOf(value) ?? headers.get('x-as-of-block')
  return [
    `${operationId} answered${block === null ? '' : ` as of block ${block}`}.`,
    ...doubtsIn(value),
    ...(headers.has('x-stale') ? ['The node failed: this is its last good answer.'] : []),
    ...(kind === 'build' ? ['Nothing was signed or sent.'] : []),
  ].join(' ')
}

function blockOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('asOf' in value)) return undefined
  const { asOf } = value
  return typeof asOf === 'object' && asOf !== null && 'blockNumber' in asOf ? String(asOf.blockNumber) : undefined
}
