import type { IdentityKey, IdentityType, KeyedProfile } from '../store/reputationKeys.ts'

/** The lower, the sooner a key's score is the profile's. */
const PRIORITY: Readonly<Record<IdentityType, number>> = { smart_wallet: 20, wallet: 30, x_id: 50, chatapp_id: 80 }

/**
 * The keys under which the reputation provider may know a profile: its proven wallets, and its accounts in networks by
 * the ids that these never give to anybody else. Names are left out: whoever takes an abandoned one would lend its
 * profile a stranger's score.
 */
export function identityKeysOf({
  id,
  wallets,
  linked,
}: Pick<KeyedProfile, 'id' | 'wallets' | 'linked'>): IdentityKey[] {
  const key = (userkey: string, identityType: IdentityType, source: IdentityKey['source'], verifiedAt: number) => ({
    userId: id,
    userkey,
    identityType,
    priority: PRIORITY[identityType],
    source,
    verifiedAt,
  })
  return [
    ...wallets.map(({ address, kind, linkedAt }) =>
      key(
        `address:${address.toLowerCase()}`,
        kind === 'smart' ? 'smart_wallet' : 'wallet',
        'profile_wallets',
        linkedAt,
      ),
    ),
    ...linked.flatMap(({ kind, id: account, linkedAt }) => {
      if (kind === 'social') return [key(`service:x.com:${account}`, 'x_id', 'linked_accounts', linkedAt)]
      if (kind === 'chatapp') return [key(`service:telegram:${account}`, 'chatapp_id', 'linked_accounts', linkedAt)]
      return []
    }),
  ]
}
