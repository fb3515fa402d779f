import type { SessionPrincipal } from '../../../shared/auth/findSession.ts'
import type { Authenticate } from '../../../shared/auth/principal.ts'
import type { Context } from '../../../shared/http/handler.ts'

/** Share of the isolate's memory, and what an entry takes of it. */
const BYTES = 512 * 1024
const ENTRY_BYTES = 256
/** How long a session that was ended may still read. */
const REMEMBERED_MS = 5000
const MAX_HEADER = 256

/**
 * The same, but a session that was found a moment ago is not looked up again where a request brings it in `Authorization`
 * alone, and changes nothing: a client library asks many times a second. Whatever else authenticates is asked as before.
 */
export function rememberSessions(
  authenticate: Authenticate,
  { memory, now }: Pick<Context, 'memory' | 'now'>,
): Authenticate {
  const found = memory.cache<SessionPrincipal>(BYTES, () => ENTRY_BYTES)
  return async (request, requirement, readBody) => {
    const key = requirement.kind === 'build' ? onlyBearer(request.headers) : undefined
    const known = key === undefined ? undefined : found.get(key)
    if (known) return known
    const principal = await authenticate(request, requirement, readBody)
    if (key !== undefined && principal?.kind === 'session')
      found.set(key, principal, Math.min(now() + REMEMBERED_MS, 1000 * principal.expiresAt))
    return principal
  }
}

function onlyBearer(headers: Headers): string | undefined {
  const given = headers.get('authorization')
  if (given === null || given.length > MAX_HEADER || !/^Bearer /i.test(given)) return undefined
  return headers.has('cookie') || headers.has('x-siwa-receipt') ? undefined : given
}
