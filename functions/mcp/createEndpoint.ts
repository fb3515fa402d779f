import { budgets } from '../../schema/limits.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { requireAllowed, requireWithin, take } from '../../shared/http/Admission.ts'
import { afterBody } from '../../shared/http/afterBody.ts'
import { readBytes } from '../../shared/http/body.ts'
import { clientIp } from '../../shared/http/clientIp.ts'
import { errorResponse } from '../../shared/http/errorResponse.ts'
import type { WaitUntil } from '../../shared/http/handler.ts'
import { ownHeaders, preflight, requestId, withHeaders } from '../../shared/http/headers.ts'
import { createLimiter } from '../../shared/http/limiter.ts'
import { logRequest } from '../../shared/http/logRequest.ts'
import { queryOf, requireOnce } from '../../shared/http/readInput.ts'
import { readTrace } from '../../shared/log/Trace.ts'
import { requestScope, type RequestScope } from '../../shared/log/requestScope.ts'
import type { McpEnv } from './env.ts'
import { MAX_BODY } from './bounds.ts'

export const ALLOW = 'POST, OPTIONS'

/** A header in which clients of MCP repeat an argument (2026-07-28, transports). Its name is the tool's. */
const PARAMETER = /^mcp-param-[a-z0-9-]{1,64}$/i
const MOST_PARAMETERS = 16

/** Headers `mcp-param-*` that a preflight requests: no pattern can allow them. */
const parameterHeadersIn = ({ headers }: Request): readonly string[] =>
  (headers.get('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => PARAMETER.test(name))
    .slice(0, MOST_PARAMETERS)

/** Whether a person opens the URL in a browser, who is sent to its guide. */
const isVisit = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.get('accept')?.startsWith('text/html') === true

/** Answers a request by its headers and its body. Its scope has the id and the trace that its calls are made under. */
export type AnswerProtocol = (request: Request, body: Uint8Array, countMore: CountMore) => Promise<Response>

/** Counts further messages of a request as one request each. Throws rate_limited; invalid_request if no window has so many. */
export type CountMore = (messages: number) => Promise<void>

/**
 * Checks every request of a protocol before its body is read: preflight, method, origin, size, and the budget by IP.
 * The origin of a page must be this host or a trusted one, so that no page can use a server that its visitor alone can reach.
 */
export function createEndpoint(env: McpEnv) {
  const { BASE_URL: baseUrl, TRUSTED_ORIGINS: trusted } = env
  const own = new URL(baseUrl).origin
  const limiter = createLimiter({ store: env.LIMITS, now: Date.now })
  const { mcp: budget } = budgets(env)

  return async (request: Request, name: string, waitUntil: WaitUntil, answer: AnswerProtocol): Promise<Response> => {
    const id = requestId(request.headers.get('x-request-id'))
    const headers = ownHeaders(id)
    const spend = async (cost: number) => {
      const key = `${budget.name}:ip:${clientIp(request.headers)}`
      const decision = await take(false, () => limiter.take(key, budget, waitUntil, cost))
      if (decision) requireAllowed([decision], headers)
    }
    const countMore: CountMore = async (messages) => {
      if (messages <= 0) return
      requireWithin(budget, messages + 1)
      await spend(messages)
    }
    const from = Date.now()
    const trace = readTrace(request.headers)
    const scope: RequestScope = { id, operation: name, minBlock: undefined, trace, waitUntil }
    const admit = async () => {
      if (request.method !== 'POST')
        throw new ApiError('method_not_allowed', `this path accepts ${ALLOW}`, { allow: ALLOW })
      const origin = request.headers.get('origin')
      if (origin !== null && origin !== own && !trusted.has(origin))
        throw new ApiError('forbidden_origin', 'Origin: pages of this origin may not call it')
      if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY)
        throw new ApiError('body_too_large', `the body may have at most ${MAX_BODY} bytes`)
      await spend(1)
      requireOnce(new URLSearchParams(queryOf(request.url)))
    }
    let isRead = false
    const respond = async (): Promise<Response> => {
      if (request.method === 'OPTIONS') return preflight(headers, ALLOW, parameterHeadersIn(request))
      if (isVisit(request))
        return new Response(null, {
          status: 303,
          headers: withHeaders({ ...headers, location: `/docs/guides/${name}` }),
        })
      try {
        await admit()
        const bytes = await readBytes(request, MAX_BODY)
        isRead = true
        const { status, body, headers: given } = await answer(request, bytes, countMore)
        const all = withHeaders({ ...Object.fromEntries(given), ...headers, 'cache-control': 'no-store' })
        return new Response(body, { status, headers: all })
      } catch (error) {
        return errorResponse(error, headers, { request, baseUrl })
      }
    }
    const response = logRequest(await requestScope.run(scope, respond), scope, Date.now() - from)
    return isRead ? response : afterBody(request, response)
  }
}
