/**
 * The profiles that the parts of an identity belong to already; of those that there may be several, those that belong to
 * any.
 */
export interface KnownOwners {
  readonly idp: string | null
  /** The profile of another user that had the e-mail address until now. */
  readonly formerOfEmail: string | null
  /** Accounts elsewhere: google, the social platform, wallets of the SVM chain … */
  readonly linked: readonly string[]
  readonly wallets: readonly string[]
  /** Whether an account of one of those wallets has a user whom the identity provider still has, as far as was checked. */
  readonly walletsHaveUser: boolean
  /** The profile of the session in which it is linked, whose wallet is one of those above; null without one. */
  readonly session: string | null
}

/** The identity that belongs to another account than the rest. */
export type ConflictOver = 'session' | 'email' | 'linked' | 'wallet'

/** The account that an identity belongs to: an existing one, a new one, or none because it would belong to two. */
export type AccountDecision =
  | { readonly outcome: 'existing'; readonly profileId: string }
  | { readonly outcome: 'new' }
  | { readonly outcome: 'conflict'; readonly over: ConflictOver }

/**
 * The rule of bringing identities together: all identities that already belong to an account must belong to the same one,
 * which gets the rest. Accounts are never merged, and nothing moves from one to another: if identities belong to two
 * accounts, their owner has to choose one and sign in there.
 *
 * The provider's user comes first. An e-mail address decides nothing: it is its user's while the provider confirms that,
 * even if another user had it before. A wallet leads to an account only while that has no user, and the session of one also
 * if the user is gone.
 */
export function decideAccount(owners: KnownOwners): AccountDecision {
  const { idp, formerOfEmail, linked, wallets, walletsHaveUser, session } = owners
  const [profileId] = [idp, session, ...linked, ...wallets].filter((owner) => owner !== null)
  const conflict = (over: ConflictOver): AccountDecision => ({ outcome: 'conflict', over })
  if (formerOfEmail !== null && formerOfEmail !== session) return conflict('email')
  if (profileId === undefined) return { outcome: 'new' }
  if (session !== null && session !== profileId) return conflict('session')
  if (linked.some((owner) => owner !== profileId)) return conflict('linked')
  if (wallets.some((owner) => owner !== profileId)) return conflict('wallet')
  if (idp === null && walletsHaveUser) return conflict(session === null ? 'wallet' : 'session')
  return { outcome: 'existing', profileId }
}
