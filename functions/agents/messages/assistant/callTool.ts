import type { AgentStreamEvents } from '../../../../schema/agents/stream.ts'
import { isErrorCode } from '../../../../schema/errors.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { WaitUntil } from '../../../../shared/http/handler.ts'
import { validate } from '../../../../shared/http/validate.ts'
import type { ToolCall } from '../model/Model.ts'
import { readWhole } from '../../../../shared/text/readBounded.ts'
import type { FetchFamily } from './createFetchFamily.ts'
import { type Read, READS } from './tools.ts'

/** How long one read may take, how much of its answer is read, and how much of that the model is shown. */
const READ_MS = 10_000
const MAX_BYTES = 512 * 1024
const MOST_SHOWN = 8000

export interface Caller {
  /** Headers by which a read is counted, and logged, as the caller's own. */
  readonly headers: Record<string, string>
  readonly fetchFamily: FetchFamily
  readonly signal: AbortSignal
  readonly waitUntil: WaitUntil
}

export interface ToolResult {
  readonly event: AgentStreamEvents['tool']
  /** Result as the model gets it. */
  readonly text: string
}

/**
 * Carries out a tool call of the model: a public read, counted for the caller. The model gets the same error that a caller
 * would get.
 */
export async function callTool(call: ToolCall, caller: Caller): Promise<ToolResult> {
  const { name: operationId } = call
  let path = ''
  const failed = (code: string, text: string): ToolResult => ({
    event: { operationId, path, code },
    text: JSON.stringify({ error: text }),
  })
  try {
    const read = READS.get(operationId)
    if (!read) throw new ApiError('not_found', 'no tool has this name')
    path = pathOf(read, argumentsOf(call))
    const { status, code, body } = await send(read, path, caller)
    if (status !== 200) return failed(code, shown(body))
    return { event: { operationId, path, code: null }, text: shown(body) }
  } catch (error) {
    if (error instanceof ApiError) return failed(error.code, error.message)
    if (caller.signal.aborted) throw error
    return failed('family_unavailable', 'family_unavailable: the read returned no usable answer')
  }
}

/** Numbers and booleans are what a query has as text. */
function argumentsOf({ arguments: text }: ToolCall): Record<string, unknown> {
  let given: unknown
  try {
    given = JSON.parse(text === '' ? '{}' : text)
  } catch {
    throw new ApiError('invalid_json', 'the arguments are not valid JSON')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ApiError('invalid_request', 'the arguments are not a JSON object')
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, ['number', 'boolean'].includes(typeof value) ? String(value) : value]),
  )
}

/** The path and query of a read, below the base URL. Throws invalid_request, invalid_address. */
function pathOf({ operation, input }: Read, given: Record<string, unknown>): string {
  validate(input, given)
  const left = new Map(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name) ?? ''
    left.delete(name)
    return encodeURIComponent(value)
  })
  const query = String(new URLSearchParams([...left]))
  return query === '' ? path : `${path}?${query}`
}

async function send({ family }: Read, path: string, { headers, fetchFamily, signal, waitUntil }: Caller) {
  const within = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)])
  const answer = await fetchFamily(family, path, { headers, signal: within, waitUntil })
  const bytes = await readWhole(answer, MAX_BYTES)
  const code = answer.headers.get('x-error-code') ?? ''
  return {
    status: answer.status,
    code: isErrorCode(code) ? code : 'family_unavailable',
    body: new TextDecoder().decode(bytes),
  }
}

/** Images within documents are useless to a language model. */
function shown(body: string): string {
  const text = body.replaceAll(/"data:image[^"]*"/g, '"data:image…"')
  return text.length <= MOST_SHOWN
    ? text
    : `${text.slice(0, MOST_SHOWN)}… (truncated: ${text.length} characters in total)`
}
