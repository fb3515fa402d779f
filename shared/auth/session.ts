import { SESSION_SECONDS } from '../durable/sessions.ts'
import { bearerOf } from './credentialHeaders.ts'

/** 256 random bits in hex, which cannot be guessed, and the two digits of the shard that keeps the session. */
const TOKEN = /^[0-9a-f]{66}$/
/** Each token costs a lookup. */
const MAX_TOKENS = 4
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface GivenToken {
  readonly token: string
  /** Browsers attach cookies automatically, so only cookies need an origin check. */
  readonly from: 'bearer' | 'cookie'
}

/**
 * The session tokens in a request, in the order in which they are tried: `Authorization: Bearer` (RFC 6750), then every
 * cookie with the session's name. Anything that cannot be a token is left out.
 */
export function givenTokens(request: Request): GivenToken[] {
  const bearer = bearerOf(request)
  const cookies = cookiesOf(request).map((token) => ({ token, from: 'cookie' as const }))
  return [...(bearer === undefined ? [] : [{ token: bearer, from: 'bearer' as const }]), ...cookies]
    .filter(({ token }) => TOKEN.test(token))
    .slice(0, MAX_TOKENS)
}

/** Whether a request has a cookie with the session's name, whatever it holds. */
export const hasSessionCookie = (request: Request): boolean => cookiesOf(request).length > 0

/** `Set-Cookie` that starts the session in the caller's browser (RFC 6265bis, `__Host-` prefix). */
export const sessionCookie = (url: URL, token: string): string =>
  `${cookieName(url)}=${token}; ${attributes(url, SESSION_SECONDS)}`

/** `Set-Cookie` that ends the session in the caller's browser. */
export const clearedCookie = (url: URL): string => `${cookieName(url)}=; ${attributes(url, 0)}`

function cookiesOf(request: Request): string[] {
  const name = cookieName(new URL(request.url))
  return (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []))
}

const attributes = (url: URL, maxAge: number): string =>
  `Path=/; ${isPlainLoopback(url) ? '' : 'Secure; '}HttpOnly; SameSite=Lax; Max-Age=${maxAge}`

/** The name of the session's cookie at a host: browsers accept `__Host-` only over https, which a development machine does not have. */
export const cookieName = (url: URL): string => (isPlainLoopback(url) ? 'session' : '__Host-session')

const isPlainLoopback = (url: URL): boolean => url.protocol === 'http:' && LOOPBACK.has(url.hostname)
