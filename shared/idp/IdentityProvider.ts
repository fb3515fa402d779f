import type { Address } from 'viem'
import { invalidToken } from '../errors/unauthenticated.ts'

export interface IdentitySession {
  readonly userId: string
  /** Unix seconds. */
  readonly expiresAt: number
}

export interface IdentityWallet {
  readonly address: Address
  /** `embedded`: its key is kept by the provider for the user; `external`: the user signed with it; `smart`: a contract. */
  readonly kind: 'embedded' | 'external' | 'smart'
}

/** An account elsewhere: `social` is the post platform, whose ids are decimal. */
export interface IdentityAccount {
  readonly kind: 'google' | 'apple' | 'social' | 'tiktok'
  /** The user's id there, which never changes. */
  readonly id: string
  /** As it is shown there; null where nothing is. */
  readonly handle: string | null
}

/** An account at another application of the provider, which the user let this one see. */
export interface IdentityCrossApp {
  readonly appId: string
  /** The user's id there. */
  readonly subject: string
  /** Its wallets there. */
  readonly wallets: readonly Address[]
}

/** A user as the provider knows it now; only what the provider has verified is in here. */
export interface IdentityUser {
  readonly id: string
  /** In lower case; null where none is verified. */
  readonly email: string | null
  /** Wallets of the EVM, in the order in which the user linked them. */
  readonly wallets: readonly IdentityWallet[]
  /** Wallets of the SVM chain: public keys in base58, in the same order. */
  readonly svmWallets: readonly string[]
  /** Accounts elsewhere, in the same order. */
  readonly accounts: readonly IdentityAccount[]
  /** Accounts at other applications, in the same order. */
  readonly crossApps: readonly IdentityCrossApp[]
  /** The chat account; null where none is linked. */
  readonly chatapp: { readonly id: string; readonly username: string | null } | null
}

/** Knows users by their e-mail address, and lets them prove it. */
export interface IdentityProvider {
  /**
   * Throws identity_provider_not_configured, unauthenticated where the token is not one of this application or has
   * expired, and identity_provider_unavailable where its key cannot be read.
   */
  verify(token: string): Promise<IdentitySession>
  /** Null where there is no such user. Throws identity_provider_not_configured, identity_provider_unavailable. */
  findUser(userId: string): Promise<IdentityUser | null>
}

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

/** A wallet whose key only the wallet provider has. */
export interface ServerWallet {
  readonly id: string
  readonly address: Address
}

/** Makes wallets at a provider. No key of theirs is ever seen here. */
export interface WalletCustody {
  /**
   * The wallet with this external id (1 to 64 of the characters A-Z a-z 0-9 _ -), created if it does not exist: the same one
   * for every request. Throws custody_unavailable, after which the wallet may have been
   * made or not, and custody_not_configured.
   */
  open(externalId: string): Promise<ServerWallet>
}
