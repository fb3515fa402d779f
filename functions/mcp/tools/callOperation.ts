import type { CallToolResult } from '@modelcontextprotocol/server'
import { decodePaymentResponseHeader } from '@x402/core/http'
import type { Args } from '../calls/buildRequest.ts'
import type { CallOptions } from '../calls/CallOptions.ts'
import type { Answered } from '../calls/createCall.ts'
import type { Way } from '../calls/Way.ts'
import { bytesOf } from '../results/fit.ts'
import { pick } from '../results/pick.ts'
import { toResult, VALUE_BYTES } from '../results/toResult.ts'
import type { ToolContext } from './Tools.ts'

/** Calls an operation and makes a result of its answer. Throws Failure and ApiError. */
export async function callOperation(
  way: Way,
  args: Args,
  { fields, ...options }: CallOptions & { readonly fields?: readonly string[] | undefined },
  { call }: ToolContext,
): Promise<CallToolResult> {
  const chosen = (value: unknown) => (fields === undefined ? value : pick(value, fields))
  let answered = await call(way, args, options)
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
  return withSettlement(toResult(value, aboutOf(way, answered)), answered.headers)
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
    ...(headers.has('x-stale') ? ['The node failed: this is its last good answer.'] : []),
    ...(kind === 'build' ? ['Nothing was signed or sent.'] : []),
  ].join(' ')
}

function blockOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('asOf' in value)) return undefined
  const { asOf } = value
  return typeof asOf === 'object' && asOf !== null && 'blockNumber' in asOf ? String(asOf.blockNumber) : undefined
}
