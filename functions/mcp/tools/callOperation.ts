import type { CallToolResult } from '@modelcontextprotocol/server'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { asArgs, type Args, type CallOptions } from '../calls/Args.ts'
import type { CallableOperation } from '../calls/CallableOperation.ts'
import type { Answered } from '../calls/createCalls.ts'
import { bytesOf } from '../results/fit.ts'
import { pick } from '../results/pick.ts'
import { doubtsIn, toResult, VALUE_BYTES, withoutDataUris } from '../results/toResult.ts'
import { kindOf } from './findOperation.ts'
import type { ToolContext } from './Tools.ts'

type Options = CallOptions & { readonly fields?: readonly string[] | undefined }

/** Calls an operation and makes a result of its answer. Throws Failure and ApiError, after a write for what it did not do alone. */
export async function callOperation(
  operation: CallableOperation,
  args: Args,
  { fields, ...options }: Options,
  { call }: ToolContext,
): Promise<CallToolResult> {
  const chosen = (value: unknown) => (fields === undefined ? withoutDataUris(value) : pick(value, fields))
  let answered = await call(operation, args, options)
  if (kindOf(operation, args) === 'write') return resultOfWrite(operation, answered, chosen)
  let value = chosen(answered.value)
  let given = args
  // A shorter page has a cursor that leads to its own end. Its items may be longer than those of the first on average.
  for (let i = 0; i < MOST_PAGES; i++) {
    const limit = fittingLimit(operation, value, given)
    if (limit === undefined) break
    given = { ...given, limit }
    answered = await call(operation, given, options)
    value = chosen(answered.value)
  }
  return toResult(value, aboutOf(operation, answered))
}

/** The result of a write that was carried out: a fault in the fields that the caller wants to see does not make it an error. */
function resultOfWrite(
  operation: CallableOperation,
  answered: Answered,
  chosen: (value: unknown) => unknown,
): CallToolResult {
  const about = aboutOf(operation, answered)
  try {
    return withSettlement(toResult(chosen(answered.value), about), answered.headers)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const value = withoutDataUris(answered.value)
    const shown = bytesOf(value) <= VALUE_BYTES ? value : {}
    return withSettlement(toResult(shown, `${about} It is done. ${error.detail}.`), answered.headers)
  }
}

/** How often a page is requested again with a smaller limit. */
const MOST_PAGES = 4

/** Key of `_meta` with the settlement of what was paid, where x402 has it (transport MCP, version 2). */
export const SETTLEMENT = 'x402/payment-response'

function withSettlement(result: CallToolResult, headers: Headers): CallToolResult {
  const settlement = headers.get('payment-response')
  if (settlement === null) return result
  const { _meta: meta } = result
  return { ...result, _meta: { ...meta, [SETTLEMENT]: decodePaymentResponseHeader(settlement) } }
}

/** The number of items that fit, if a page of a list is too long; undefined if all fit, or it has one. */
function fittingLimit({ kind, args: names }: CallableOperation, value: unknown, args: Args): number | undefined {
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

function aboutOf({ operationId, kind }: CallableOperation, { value, headers }: Answered): string {
  const block = blockOf(value) ?? headers.get('x-as-of-block')
  return [
    `${operationId} answered${block === null ? '' : ` as of block ${block}`}.`,
    ...doubtsIn(value),
    ...(headers.has('x-stale') ? ['The node failed: this is its last good answer.'] : []),
    ...(kind === 'build' ? ['This service signed and sent nothing.', ...effectsIn(value), ...reviewOf(value)] : []),
  ].join(' ')
}

/** Effects that a text lists; the result has all of them. */
const MOST_EFFECTS = 8

/** Effects of sending, for hosts that show a model only the text. */
function effectsIn(value: unknown): string[] {
  const { effects, effectsUnavailable } = asArgs(value)
  if (!Array.isArray(effects))
    return typeof effectsUnavailable === 'string' ? [`What it changes is unknown: ${effectsUnavailable}.`] : []
  const texts = effects.slice(0, MOST_EFFECTS).map((effect) => String(asArgs(effect)['text']))
  const more = effects.length > MOST_EFFECTS ? `; \`effects\` has ${effects.length - MOST_EFFECTS} more` : ''
  return texts.length === 0 ? [] : [`Effects: ${texts.join('; ')}${more}.`]
}

/** The page on which a person checks and sends what was built, for hosts that can only show a link. */
function reviewOf(value: unknown): string[] {
  const { reviewUrl } = asArgs(value)
  return typeof reviewUrl === 'string' ? [`A person checks and sends it at ${reviewUrl} .`] : []
}

function blockOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('asOf' in value)) return undefined
  const { asOf } = value
  return typeof asOf === 'object' && asOf !== null && 'blockNumber' in asOf ? String(asOf.blockNumber) : undefined
}
