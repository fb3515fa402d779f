import type { Client } from '../createClient.ts'
import { logoutAuth } from '../generated/operations.gen.ts'
import type { StartedSession } from '../generated/types.gen.ts'
import type { Hex } from '../Operation.ts'
import { isSame, type SignedIn, type SignInMethod } from './keepSignIn.ts'

/** A session of the API. */
export interface Session {
  readonly address: Hex
  /** For `Authorization: Bearer`; null in a browser, whose session is a cookie that no script reads. After a renewal there is another. */
  readonly token: string | null
  /** ISO 8601, by the clock of the API. */
  readonly expiresAt: string
}

/** The session of an address, or of anybody, with its token as a bearer token or its cookie. */
export const sessionMethod = (client: Client, address?: Hex): Omit<SignInMethod, 'signIn'> => ({
  isOwn: (stored) => stored.agentId === null && (address === undefined || isSame(stored.address, address)),
  authorize(request, { token }) {
    if (token === null) return new Request(request, { credentials: 'include' })
    // Another credential of the call's own options stays.
    if (!request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${token}`)
    return request
  },
  end: ({ token }) =>
    logoutAuth(withCookies(client), {}, token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
})

/** The client for operations that start or end a session, which a browser keeps as a cookie. */
export const withCookies = (client: Client): Client => ({
  ...client,
  fetch: (input, init) => client.fetch(new Request(input, { credentials: 'include' }), init),
})

/** A session that the API has started. */
export const startedOf = ({ network }: Client, { address, token, expiresAt }: StartedSession): SignedIn => ({
  api: network.baseUrl,
  address,
  agentId: null,
  token: token ?? null,
  expiresAt,
  aheadMs: 0,
})

export const toSession = ({ address, token, expiresAt }: SignedIn): Session => ({ address, token, expiresAt })
