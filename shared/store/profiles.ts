import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { linkedAccounts, profiles, profileWallets } from '../../drizzle/accounts.ts'
import { lower } from '../text/lower.ts'
import type { LinkedAccount, Wallet } from './accounts.ts'
import { openDatabase } from './database.ts'
import { stored } from './stored.ts'

/** What people show of themselves; null where they show nothing. */
const FIELDS = {
  displayName: profiles.displayName,
  bio: profiles.bio,
  website: profiles.website,
  avatarUrl: profiles.avatarUrl,
  bannerUrl: profiles.bannerUrl,
  avatarSocialUri: profiles.avatarSocialUri,
  bannerSocialUri: profiles.bannerSocialUri,
}
export type ProfileField = keyof typeof FIELDS
export type ProfileFields = Readonly<Record<ProfileField, string | null>>

/** The fields of a profile by name. */
export const PROFILE_FIELDS: readonly ProfileField[] = Object.keys(FIELDS).filter(
  (name): name is ProfileField => name in FIELDS,
)

/** A profile with what its owner has proven to own. Times in unix seconds. */
export interface Profile {
  readonly id: string
  readonly fields: ProfileFields
  readonly wallets: readonly (Wallet & { readonly isCanonical: boolean; readonly linkedAt: number })[]
  readonly linked: readonly (LinkedAccount & { readonly linkedAt: number })[]
}

export type ProfileStore = ReturnType<typeof createProfileStore>

/** Profiles in D1, by any of their wallets. Every method throws store_unavailable, and returns null if there is none. */
export function createProfileStore(d1: D1Database) {
  const { orm } = openDatabase(d1)
  const idOf = (wallet: Address): SQL => sql`(select profile_id from profile_wallets where address = ${lower(wallet)})`

  const reads = (wallet: Address) =>
    [
      orm
        .select()
        .from(profileWallets)
        .where(eq(profileWallets.profileId, idOf(wallet)))
        .orderBy(profileWallets.address),
      orm
        .select()
        .from(linkedAccounts)
        .where(eq(linkedAccounts.profileId, idOf(wallet)))
        .orderBy(linkedAccounts.kind, linkedAccounts.id),
    ] as const
  const shown = { id: profiles.id, ...FIELDS }

  return {
    async find(wallet: Address): Promise<Profile | null> {
      const found = orm
        .select(shown)
        .from(profiles)
        .where(eq(profiles.id, idOf(wallet)))
      return toProfile(...(await stored(() => orm.batch([found, ...reads(wallet)]))))
    },

    /** Sets these fields and no others, in one statement, so that concurrent changes of different fields both last. */
    async update(wallet: Address, changes: Partial<ProfileFields>): Promise<Profile | null> {
      const changed = orm
        .update(profiles)
        .set(changes)
        .where(inArray(profiles.id, idOf(wallet)))
        .returning(shown)
      return toProfile(...(await stored(() => orm.batch([changed, ...reads(wallet)]))))
    },
  }
}

type Row = { readonly id: string } & ProfileFields

function toProfile(
  [row]: readonly Row[],
  wallets: readonly (typeof profileWallets.$inferSelect)[],
  linked: readonly (typeof linkedAccounts.$inferSelect)[],
): Profile | null {
  if (!row) return null
  const { id, ...fields } = row
  return {
    id,
    fields,
    wallets: wallets.map(({ address, kind, canonical, linkedAt }) => ({
      address: getAddress(address),
      kind,
      isCanonical: canonical,
      linkedAt,
    })),
    linked: linked.map(({ kind, id: own, handle, linkedAt }) => ({ kind, id: own, handle, linkedAt })),
  }
}
