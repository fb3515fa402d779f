import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import { A2A_ERROR_CODE, toJsonRpcError, VersionNotSupportedError } from '@a2a-js/sdk/errors'
import { JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server'
import { X402_EXTENSION } from '../../../shared/domain/agents/x402Extension.ts'
import { eventStream, type ServerEvent } from '../../../shared/http/eventStream.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import { jsonOrNothing } from '../../../shared/text/json.ts'
import { bounded } from '../bounds.ts'
import { type Caller, callerOf, hasCredential } from '../calls/Caller.ts'
import { createHandler, INTERNAL } from './createHandler.ts'
import type { AgentContext } from './runCall.ts'
import { isRecord } from './ToolCall.ts'

/** How long a stream may take; that of the assistant ends before. */
const STREAM_MS = 120_000
const VERSIONS = ['1.0', '0.3']

/**
 * Answers requests of A2A's JSON-RPC binding (1.0, section 9), and those of version 0.3 at the same URL. `contextFor` makes what
 * the agent works with, for a caller.
 */
export const createA2a =
  (contextFor: (caller: Caller) => Omit<AgentContext, 'hasCredential'>) =>
  async (request: Request, bytes: Uint8Array, waitUntil: WaitUntil): Promise<Response> => {
    const body = jsonOrNothing(bytes)
    if (body === undefined) return refusal(null, A2A_ERROR_CODE.PARSE_ERROR, 'the body is not JSON')
    if (!isRequest(body))
      return refusal(null, A2A_ERROR_CODE.INVALID_REQUEST, 'the body must be one JSON-RPC 2.0 request')
    const version = versionOf(request)
    const { id = null, method } = body
    if (!VERSIONS.includes(version)) return json({ jsonrpc: '2.0', id, error: toJsonRpcError(notSupported(version)) })
    const other = versionOfMethod(method)
    if (other !== undefined && other !== version)
      return refusal(
        id,
        A2A_ERROR_CODE.METHOD_NOT_FOUND,
        `method: is of version ${other}; send the header A2A-Version: ${other}`,
      )

    const { headers } = request
    const caller = callerOf(request)
    const handler = createHandler({ ...contextFor(caller), hasCredential: hasCredential(caller) })
    const transport =
      version === '0.3' ? new LegacyJsonRpcTransportHandler(handler) : new JsonRpcTransportHandler(handler)
    const answer = await transport.handle(body, new ServerCallContext({ requestedVersion: version }))
    if (!(Symbol.asyncIterator in answer))
      return bounded(json(withFault(answer), activated(headers)), (fault) =>
        refusal(id, A2A_ERROR_CODE.INVALID_REQUEST, fault),
      )
    return answerStream(answer, { id, request, waitUntil })
  }

interface Streamed {
  readonly id: Id
  readonly request: Request
  readonly waitUntil: WaitUntil
}

/** A stream that fails before its first event is an error of the request. */
async function answerStream(
  events: AsyncGenerator<object, void>,
  { id, request, waitUntil }: Streamed,
): Promise<Response> {
  let first: IteratorResult<object, void>
  try {
    first = await events.next()
  } catch (error) {
    return json({ jsonrpc: '2.0', id, error: toJsonRpcError(error) })
  }
  async function* all(): AsyncGenerator<ServerEvent, void> {
    if (first.value) yield { data: first.value }
    for await (const data of events) yield { data }
  }
  const { stream, type, headers } = eventStream({ request, waitUntil, mostMs: STREAM_MS, events: all })
  return new Response(stream, { headers: { ...headers, 'content-type': type, ...activated(request.headers) } })
}

/** `Major.Minor` of the version that a client names; none stands for 0.3, the last version without the header (section 3.6.2). */
function versionOf({ headers, url }: Request): string {
  const given = headers.get('a2a-version') ?? new URL(url).searchParams.get('A2A-Version') ?? ''
  return given === '' ? '0.3' : (/^(\d+\.\d+)(\.\d+)?$/.exec(given)?.[1] ?? given)
}

/** Methods of 0.3 have a slash, those of 1.0 begin with a capital. */
function versionOfMethod(method: string): string | undefined {
  if (/^[a-z]+\/[a-zA-Z]/.test(method)) return '0.3'
  return /^[A-Z]/.test(method) ? '1.0' : undefined
}

const notSupported = (version: string) =>
  new VersionNotSupportedError(
    `A2A-Version: ${encodeURIComponent(version.slice(0, 32).toWellFormed())} is not served; 1.0 and 0.3 are`,
  )

type Id = string | number | null
interface RpcRequest extends Record<string, unknown> {
  readonly method: string
  readonly id?: Id
}

/** A request as JSON-RPC 2.0 has it (section 4). */
const isRequest = (body: unknown): body is RpcRequest =>
  isRecord(body) &&
  body['jsonrpc'] === '2.0' &&
  typeof body['method'] === 'string' &&
  ['string', 'number', 'undefined'].includes(body['id'] === null ? 'undefined' : typeof body['id'])

/** A failure of the transport is a fault of the parameters, unless this service reported it. */
function withFault(answer: { readonly error?: unknown }): object {
  const { error } = answer
  if (!isRecord(error) || error['code'] !== A2A_ERROR_CODE.INTERNAL_ERROR || error['message'] === INTERNAL)
    return answer
  return {
    ...answer,
    error: { code: A2A_ERROR_CODE.INVALID_PARAMS, message: 'params: do not have the form that the method takes' },
  }
}

/** The extensions of A2A that a client asks for and has (section 3.2.6). */
function activated(headers: Headers): Record<string, string> {
  const requested = `${headers.get('a2a-extensions') ?? ''},${headers.get('x-a2a-extensions') ?? ''}`.split(',')
  return requested.some((uri) => uri.trim() === X402_EXTENSION) ? { 'a2a-extensions': X402_EXTENSION } : {}
}

const refusal = (id: Id, code: number, message: string): Response =>
  json({ jsonrpc: '2.0', id, error: { code, message } })

const json = (value: object, headers: Record<string, string> = {}): Response => Response.json(value, { headers })
