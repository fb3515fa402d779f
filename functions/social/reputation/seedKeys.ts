import type { IdentityKey, KeyedProfile } from '../store/reputationKeys.ts'
import { identityKeysOf } from './identityKeysOf.ts'
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

/** Those of some keys that are not among others. */
function without(keys: readonly IdentityKey[], others: readonly IdentityKey[], textOf: (key: IdentityKey) => string) {
  const there = new Set(others.map(textOf))
  return keys.filter((key) => !there.has(textOf(key)))
}

const sameOwner = ({ userId, userkey }: IdentityKey): string => JSON.stringify([userId, userkey])
const sameKey = (key: IdentityKey): string =>
  JSON.stringify([key.userId, key.userkey, key.identityType, key.priority, key.source, key.verifiedAt])
