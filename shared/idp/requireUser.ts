import { invalidToken } from '../errors/unauthenticated.ts'
import type { IdentityProvider, IdentitySession, IdentityUser } from './IdentityProvider.ts'

/**
 * The user of an access token as the identity provider knows it now. Throws unauthenticated where the user was deleted
 * since, identity_provider_unavailable.
 */
export async function requireUser(
  provider: IdentityProvider,
  { userId }: Pick<IdentitySession, 'userId'>,
): Promise<IdentityUser> {
  const user = await provider.findUser(userId)
  if (user) return user
  throw invalidToken('identity', 'the identity provider no longer has this user')
}
