import * as z from 'zod'
import { ApiError } from '../errors/ApiError.ts'
import { retryHeaders } from '../errors/retryHeaders.ts'
import { log } from '../log/log.ts'
import { jsonOrNothing } from '../text/json.ts'
import { readBounded } from '../text/readBounded.ts'
import type { IdentityUser } from './IdentityProvider.ts'
import { readUser } from './readUser.ts'

interface UsersApi {
  readonly apiUrl: string
  readonly appId: string
  readonly appSecret: string
  /** How long the whole answer may take; five seconds when absent. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 5000
const MAX_BYTES = 262_144

/** What the API itself says of a user that does not exist; a 404 of anything else (a wrong URL) says nothing. */
const NotFound = z.object({ error: z.string() })

/**
 * Looks up a user: `GET /v1/users/{id}` with the application's credentials (RFC 7617), without redirects. Null where
 * the API says that there is no such user. Throws identity_provider_unavailable for everything else.
 */
export async function fetchUser(
  userId: string,
  { apiUrl, appId, appSecret, timeoutMs = TIMEOUT_MS }: UsersApi,
): Promise<IdentityUser | null> {
  const url = `${apiUrl.replace(/\/+$/, '')}/v1/users/${encodeURIComponent(userId)}`
  const { status, retryAfter, value } = await ask(url, timeoutMs, {
    authorization: `Basic ${base64(`${appId}:${appSecret}`)}`,
    'privy-app-id': appId,
    accept: 'application/json',
  })
  if (status === 404 && NotFound.safeParse(value).success) return null
  if (status !== 200) throw unavailable({ status }, retryAfter)
  const user = readUser(value)
  if (user?.id !== userId) throw unavailable({ status, answer: user ? 'another user' : 'malformed' })
  return user
}

async function ask(url: string, timeoutMs: number, headers: Readonly<Record<string, string>>) {
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const bytes = response.body ? await readBounded(response.body, MAX_BYTES) : new Uint8Array()
    return { status: response.status, retryAfter: response.headers.get('retry-after'), value: jsonOrNothing(bytes) }
  } catch (error) {
    throw unavailable({ error: error instanceof Error ? error.name : typeof error })
  }
}

/** With the seconds that the API asked to wait (RFC 9110 section 10.2.3); a date is left to the catalogue's default. */
function unavailable(fields: Readonly<Record<string, string | number>>, retryAfter: string | null = null): ApiError {
  log('warn', 'identity_provider_unavailable', { from: 'users API', ...fields })
  return new ApiError('identity_provider_unavailable', undefined, retryHeaders(retryAfter))
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
