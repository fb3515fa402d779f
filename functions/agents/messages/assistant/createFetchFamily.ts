import type { ReadFamily } from '../../../../schema/agents/tools.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { WaitUntil } from '../../../../shared/http/handler.ts'
import type { Self } from '../../../../shared/http/createServe.ts'
import { untilAborted } from '../../../../shared/text/untilAborted.ts'
import type { AgentsEnv } from '../../env.ts'

interface Sent {
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
  readonly waitUntil: WaitUntil
}

/**
 * A GET of a family's own public path, below the base URL, as its Worker answers it to anyone. Throws family_unavailable where
 * the family is not part of the deployment, and an AbortError when the signal fires.
 */
export type FetchFamily = (family: ReadFamily, path: string, sent: Sent) => Promise<Response>

/**
 * Asks families over service bindings, and this one in its own isolate. These pass on `CF-Connecting-IP`, which a request through
 * the public front could not state: so a read is counted for the caller, and not for all callers together.
 */
export function createFetchFamily(env: AgentsEnv, baseUrl: string, self: Self): FetchFamily {
  const services: Readonly<Record<Exclude<ReadFamily, 'agents'>, Fetcher | undefined>> = {
    token: env.TOKEN,
    vault: env.VAULT,
    auction: env.AUCTION,
    lottery: env.LOTTERY,
    gauge: env.GAUGE,
    vetoken: env.VETOKEN,
    lpstrat: env.LPSTRAT,
  }
  const ask = (family: ReadFamily, request: Request, waitUntil: WaitUntil): Promise<Response> => {
    if (family === 'agents') return self(request, waitUntil)
    const service = services[family]
    if (!service) throw new ApiError('family_unavailable', 'this deployment does not provide this read')
    return service.fetch(request)
  }
  return async (family, path, { headers, signal, waitUntil }) => {
    const request = new Request(`${baseUrl}${path}`, { headers, redirect: 'manual', signal })
    const late = () => new DOMException('the caller no longer waits', 'AbortError')
    return untilAborted(ask(family, request, waitUntil), signal, late)
  }
}
