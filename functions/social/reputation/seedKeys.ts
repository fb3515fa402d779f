import type { IdentityKey, IdentityType, KeyedProfile } from '../store/reputationKeys.ts'
import type { Run } from './Run.ts'

export interface SeedReport {
  readonly profilesProcessed: number
  readonly keysDerived: number
  readonly keysUpserted: number
  readonly keysRemoved: number
}

/** Profiles of one step, after which the run could be cut off and the next would continue. */
const STEP = 250

/**
 * Collects the keys of profiles from where the last run stopped, in the order of their ids, and begins again after the last
 * one: every profile has its turn, however many there are. Throws LeaseLost, store_unavailable.
 */
export async function seedKeys(run: Run): Promise<SeedReport> {
  const { store, lane, budget, lease } = run
  let after = run.began('seed').cursorAfter ?? ''
  let seeded: SeedReport = { profilesProcessed: 0, keysDerived: 0, keysUpserted: 0, keysRemoved: 0 }
  while (seeded.profilesProcessed < lane.profiles && budget.left() > 0) {
    const wanted = Math.min(STEP, lane.profiles - seeded.profilesProcessed)
    const profiles = await store.keys.profilesAfter(after, wanted)
    const { derived, added, removed } = changesIn(profiles)
    after = profiles.length < wanted ? '' : (profiles.at(-1)?.id ?? '')
    await store.keys.changeKeys(lease, { added, removed }, { cursorAfter: after })
    seeded = {
      profilesProcessed: seeded.profilesProcessed + profiles.length,
      keysDerived: seeded.keysDerived + derived.length,
      keysUpserted: seeded.keysUpserted + added.length,
      keysRemoved: seeded.keysRemoved + removed.length,
    }
    if (after === '') break
  }
  return seeded
}

function changesIn(profiles: readonly KeyedProfile[]) {
  const derived = profiles.flatMap(identityKeysOf)
  const known = profiles.flatMap(({ keys }) => keys)
  return { derived, added: without(derived, known, sameKey), removed: without(known, derived, sameOwner) }
}

function without(keys: readonly IdentityKey[], others: readonly IdentityKey[], textOf: (key: IdentityKey) => string) {
  const there = new Set(others.map(textOf))
  return keys.filter((key) => !there.has(textOf(key)))
}

const sameOwner = ({ userId, userkey }: IdentityKey): string => JSON.stringify([userId, userkey])
const sameKey = (key: IdentityKey): string =>
  JSON.stringify([key.userId, key.userkey, key.identityType, key.priority, key.source, key.verifiedAt])

/** The lower, the sooner a key's score is the profile's. */
const PRIORITY: Readonly<Record<IdentityType, number>> = { smart_wallet: 20, wallet: 30, x_id: 50, chatapp_id: 80 }

/**
 * The keys under which the reputation provider may know a profile: its proven wallets, and its accounts in networks by
 * the ids that these never give to anybody else. Names are left out: a stranger who takes an abandoned one would lend its
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
