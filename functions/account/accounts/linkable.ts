import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { IdentityUser } from '../../../shared/idp/IdentityProvider.ts'
import type { LinkedAccount } from '../../../shared/store/accounts.ts'
import { lower } from '../../../shared/text/address.ts'
import { emailPart, linkedOf, MOST, signersOf } from '../../../shared/domain/account/syncAccount.ts'

/** Providers whose identities linkAccount links itself. */
export type Linkable = 'google' | 'apple' | 'twitter' | 'tiktok' | 'email' | 'external_eoa' | 'wallet'

/** Selects one identity of a provider; undefined selects all. */
export type Which = string | undefined

/** Kinds under which accounts elsewhere are stored. */
export const KINDS = { google: 'google', apple: 'apple', twitter: 'social', tiktok: 'tiktok' } as const

/** Points for the first link of a provider; 0 for wallets, which are synchronised. */
export const LINK_POINTS: Readonly<Record<Linkable | 'chatapp', number>> = {
  email: 10,
  google: 20,
  apple: 20,
  external_eoa: 10,
  twitter: 16,
  chatapp: 16,
  tiktok: 16,
  wallet: 0,
}

export interface Parts {
  readonly linked: readonly LinkedAccount[]
  readonly wallets: readonly Address[]
}

/** Whether a wallet is selected; upper and lower case are equal. */
export const isMeant = (address: Address, which: Which): boolean =>
  which === undefined || lower(address) === which.toLowerCase()

/**
 * The user's identities of one provider, as the identity provider shows them now. `own` is the session's wallet if it signs
 * with a key; its session has proven it.
 *
 * Throws identity_link_missing if there is no such identity, or not the selected one, and email_not_verified if the user has
 * no verified e-mail address.
 */
export function partsToLink(provider: Linkable, which: Which, user: IdentityUser, own: Address | undefined): Parts {
  const parts = partsOf(provider, which, user, own)
  if (parts.linked.length + parts.wallets.length > 0) return parts
  if (provider === 'email' && user.email === null) throw new ApiError('email_not_verified')
  throw new ApiError(
    'identity_link_missing',
    which === undefined
      ? `provider: the identity provider shows no verified ${provider} identity for this user; link one there first`
      : `value: ${reasonNotLinkable(provider, which, user)}`,
  )
}

/** Why the selected identity cannot be linked; the user may have others. */
function reasonNotLinkable(provider: Linkable, which: string, { wallets }: IdentityUser): string {
  if (provider === 'email')
    return 'is not the verified e-mail address of this user at the identity provider; omit it to link that address'
  if (
    provider === 'external_eoa' &&
    wallets.some(({ kind, address }) => kind === 'embedded' && isMeant(address, which))
  )
    return 'is an embedded wallet, whose private key the identity provider holds; link it with the provider `wallet`'
  if (provider === 'external_eoa')
    return 'is neither a verified wallet of this user at the identity provider nor the wallet of this session; verify it there, or sign in with it'
  return `is not a verified ${provider} identity of this user at the identity provider; link it there first, or omit it`
}

function partsOf(provider: Linkable, which: Which, user: IdentityUser, own: Address | undefined): Parts {
  const { email, wallets } = user
  switch (provider) {
    case 'email':
      return {
        linked: email !== null && (which?.toLowerCase() ?? email) === email ? emailPart(email) : [],
        wallets: [],
      }
    case 'external_eoa': {
      const external = wallets.filter(({ kind }) => kind === 'external').map(({ address }) => address)
      const isEmbedded = wallets.some(({ kind, address }) => kind === 'embedded' && address === own)
      const all = new Set([...(own && !isEmbedded ? [own] : []), ...external])
      return { linked: [], wallets: [...all].filter((address) => isMeant(address, which)).slice(0, MOST) }
    }
    case 'wallet':
      return {
        linked: linkedOf(user).filter(({ kind, id }) => kind === 'svm' && id === (which ?? id)),
        wallets: signersOf(wallets).filter((address) => isMeant(address, which)),
      }
    default: {
      const kind = KINDS[provider]
      return { linked: linkedOf(user).filter((one) => one.kind === kind && one.id === (which ?? one.id)), wallets: [] }
    }
  }
}
