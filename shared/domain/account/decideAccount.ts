/** The profiles that the parts of an identity belong to already; of the wallets, those that belong to any. */
export interface KnownOwners {
  readonly idp: string | null
  readonly email: string | null
  readonly wallets: readonly string[]
}

/** The account that an identity belongs to: an existing one, a new one, or none because it would belong to two. */
export type AccountDecision =
  | { readonly outcome: 'existing'; readonly profileId: string }
  | { readonly outcome: 'new' }
  | { readonly outcome: 'conflict'; readonly over: 'email' | 'wallet' }

/**
 * The rule of bringing identities together: all that already belongs to an account must belong to the same one, and that
 * is the account of the rest. Accounts are never merged, and nothing is moved from one to another: where the parts belong
 * to two, their owner has to choose one of them and sign in there.
 *
 * The provider's user comes first, then the verified e-mail address, then the wallets.
 */
export function decideAccount({ idp, email, wallets }: KnownOwners): AccountDecision {
  const [profileId] = [idp, email, ...wallets].filter((owner) => owner !== null)
  if (profileId === undefined) return { outcome: 'new' }
  if (email !== null && email !== profileId) return { outcome: 'conflict', over: 'email' }
  if (wallets.some((owner) => owner !== profileId)) return { outcome: 'conflict', over: 'wallet' }
  return { outcome: 'existing', profileId }
}
