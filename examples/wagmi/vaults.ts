import { createClient, localnet } from 'creator-vault'

const withCookie = (request: RequestInfo | URL) => new Request(request, { credentials: 'include' })

/** The client of the API. A page's session is a cookie of the API's origin. */
export const vaults = createClient({ network: localnet, credential: { authorize: withCookie } })

/** The client for the sign-in, whose answer sets the cookie. */
export const signingIn = createClient({ network: localnet, fetch: (input, init) => fetch(withCookie(input), init) })
