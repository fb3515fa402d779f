import * as z from 'zod'
import { askService } from '../provider/askService.ts'
import { ProviderFailure } from '../provider/ProviderFailure.ts'
import { withCodes } from '../provider/withCodes.ts'
import { jsonOrNothing } from '../text/json.ts'
import type { IdentityUser } from './IdentityProvider.ts'
import { readUser } from './readUser.ts'

interface UsersApi {
  readonly apiUrl: string
  readonly appId: string
  readonly appSecret: string
}

const TIMEOUT_MS = 5000

/** What the API itself says of a user that does not exist; a 404 of anything else (a wrong URL) says nothing. */
const NotFound = z.object({ error: z.string() })

/**
 * Looks up a user: `GET /v1/users/{id}` with the application's credentials (RFC 7617). Null where the API says that there is
 * no such user. Throws identity_provider_unavailable for everything else.
 */
export const fetchUser = (userId: string, { apiUrl, appId, appSecret }: UsersApi): Promise<IdentityUser | null> =>
  withCodes(
    { failed: 'identity_provider_unavailable' },
    async () => {
      const { status, bytes } = await askService({
        provider: 'identityProvider',
        url: apiUrl,
        path: `/v1/users/${encodeURIComponent(userId)}`,
        basic: [appId, appSecret],
        headers: { 'privy-app-id': appId },
        answers: [200, 404],
        timeoutMs: TIMEOUT_MS,
      })
      const value = jsonOrNothing(bytes)
      if (status === 404 && NotFound.safeParse(value).success) return null
      const user = status === 200 ? readUser(value) : undefined
      if (user?.id !== userId) throw new ProviderFailure('failed', user ? 'another user' : 'malformed', { status })
      return user
    },
    { from: 'users API' },
  )
