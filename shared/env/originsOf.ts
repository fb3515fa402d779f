import { list, format } from './formats.ts'

/** Which origins' pages may sign in and use a session cookie. */
export type Origins = Pick<ReadonlySet<string>, 'has'>

/** A loopback name with any port: localnet trusts these, so that a page under development need not be listed. */
const ANY_PORT = /^http:\/\/(localhost|127\.0\.0\.1):\*$/
const PORT = /(:\d+)?$/

/**
 * Origins as TRUSTED_ORIGINS lists them: exactly as browsers send them (RFC 6454 section 6.2), or `http://localhost:*`
 * and `http://127.0.0.1:*` for any port. Throws an Error for a `*` anywhere else.
 */
export function originsOf(listed: readonly string[]): Origins {
  const anyPort = new Set(listed.filter((origin) => ANY_PORT.test(origin)))
  const exact = new Set(listed.filter((origin) => !anyPort.has(origin)))
  for (const origin of exact)
    if (origin.includes('*'))
      throw new Error('must not contain a *, except in http://localhost:* and http://127.0.0.1:*')
  return { has: (origin) => exact.has(origin) || anyPort.has(origin.replace(PORT, ':*')) }
}

export const origins = format('origins, separated by commas or spaces', (given) => originsOf(list(given)))
