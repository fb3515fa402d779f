import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { IdentityUser } from '../../../shared/idp/IdentityProvider.ts'
import type { LinkedAccount } from '../../../shared/store/accounts.ts'
import { lower } from '../../../shared/text/address.ts'
import { emailPart, linkedOf, MOST, signersOf } from '../../../shared/domain/account/syncAccount.ts'

/** What is linked by a name of its own. */
export type Linkable = 'google' | 'apple' | 'twitter' | 'tiktok' | 'email' | 'external_eoa' | 'wallet'

/** Which one of a provider's; undefined for all of them. */
export type Which = string | undefined

/** Kinds under which accounts elsewhere are stored. */
export const KINDS = { google: 'google', apple: 'apple', twitter: 'social', tiktok: 'tiktok' } as const

/** What the first link of a provider earns; nothing for what is synchronised. */
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

/** Whether a wallet is the one that is meant, in whatever case it is written. */
export const isMeant = (address: Address, which: Which): boolean =>
  which === undefined || lower(address) === which.toLowerCase()

/**
 * What a provider's name stands for, of all that the identity provider shows of a user now; of the session's wallet it is
 * proven anyway. `own` is that wallet where it signs with a key.
 *
 * Throws identity_link_missing where it does not show that, or another one than is meant, and email_not_verified where the
 * user has no verified e-mail address at all.
 */
export function partsToLink(provider: Linkable, which: Which, user: IdentityUser, own: Address | undefined): Parts {
  const parts = partsOf(provider, which, user, own)
  if (parts.linked.length + parts.wallets.length > 0) return parts
  if (provider === 'email' && user.email === null) throw new ApiError('email_not_verified')
  throw new ApiError(
    'identity_link_missing',
    which === undefined
      ? `provider: the identity provider shows nothing verified of this user by ${provider}; link it there first`
      : `value: ${whyNot(provider, which, user)}`,
  )
}

/** Why this one cannot be linked, though the user may have others. */
function whyNot(provider: Linkable, which: string, { wallets }: IdentityUser): string {
  if (provider === 'email')
    return 'is not the e-mail address that the identity provider has verified for this user; leave it out to link that one'
  if (
    provider === 'external_eoa' &&
    wallets.some(({ kind, address }) => kind === 'embedded' && isMeant(address, which))
  )
    return 'is the embedded wallet, whose key the identity provider keeps; link it with the provider `wallet`'
  if (provider === 'external_eoa')
    return 'is neither a wallet that the identity provider has verified for this user nor the wallet of this session; verify it there, or sign in with it'
  return `is not among what the identity provider shows of this user by ${provider}; link it there first, or leave it out`
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
