import type { Memory } from '../cache/Memory.ts'
import type { SessionPrincipal } from './findSession.ts'
import type { Authenticate, Requirement } from './principal.ts'

/** Share of the isolate's memory, and what an entry takes of it. */
const BYTES = 512 * 1024
const ENTRY_BYTES = 256
/** How long a session that was ended may still build and read the chain. */
const REMEMBERED_MS = 5000
const MAX_HEADER = 256

/**
 * The same, but a session that was found a moment ago is not looked up again where a request brings it in `Authorization`
 * alone, for an operation that grants nothing: a builder, or a read of the chain that is the same for everyone. All others are
 * looked up as before: writes, a person's own data, keys that are kept.
 */
export function rememberSessions(
  authenticate: Authenticate,
  { memory, now }: { readonly memory: Memory; readonly now: () => number },
): Authenticate {
  const found = memory.cache<SessionPrincipal>(BYTES, () => ENTRY_BYTES)
  return async (request, requirement, readBody) => {
    const key = mayRemember(requirement) ? onlyBearer(request.headers) : undefined
    const known = key === undefined ? undefined : found.get(key)
    if (known) return known
    const principal = await authenticate(request, requirement, readBody)
    if (key !== undefined && principal?.kind === 'session')
      found.set(key, principal, Math.min(now() + REMEMBERED_MS, 1000 * principal.expiresAt))
    return principal
  }
}

const mayRemember = (requirement: Requirement): boolean =>
  requirement.kind === 'build' && requirement.grantsNothing === true

function onlyBearer(headers: Headers): string | undefined {
  const given = headers.get('authorization')
  if (given === null || given.length > MAX_HEADER || !/^Bearer /i.test(given)) return undefined
  return OTHERS.some((name) => headers.has(name)) ? undefined : given
}

/** Other credentials, and a key that is bound to its body. */
const OTHERS = ['cookie', 'x-siwa-receipt', 'idempotency-key']
