import { eq, type SQL, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { linkedAccounts, profiles, profileWallets } from '../../../drizzle/accounts.ts'
import { lower } from '../../../shared/text/address.ts'
import type { LinkedAccount, Wallet } from '../../../shared/store/accounts.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { stored } from '../../../shared/store/stored.ts'

/** Public profile fields; null if not set. */
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

export const PROFILE_FIELDS: readonly ProfileField[] = Object.keys(FIELDS).filter(
  (name): name is ProfileField => name in FIELDS,
)

/** A profile with its verified wallets and identities. Times in unix seconds. */
export interface Profile {
  readonly id: string
  readonly fields: ProfileFields
  readonly wallets: readonly (Wallet & { readonly isCanonical: boolean; readonly linkedAt: number })[]
  readonly linked: readonly (LinkedAccount & { readonly linkedAt: number })[]
}

/** Selects a profile by its id, or by one of its wallets. */
type WhichProfile = { readonly id: string; readonly wallet?: never } | { readonly id?: never; readonly wallet: Address }

/** Profiles in D1, by their id or any of their wallets. Every method throws store_unavailable, and returns null if there is none. */
export function createProfileStore(d1: D1Database) {
  const { batch, orm } = openDatabase(d1)
  const idOf = ({ id, wallet }: WhichProfile): SQL =>
    id === undefined ? sql`(select profile_id from profile_wallets where address = ${lower(wallet)})` : sql`(${id})`

  const reads = (which: WhichProfile) =>
    [
      orm
        .select()
        .from(profileWallets)
        .where(eq(profileWallets.profileId, idOf(which)))
        .orderBy(profileWallets.address),
      orm
        .select()
        .from(linkedAccounts)
        .where(eq(linkedAccounts.profileId, idOf(which)))
        .orderBy(linkedAccounts.kind, linkedAccounts.id),
    ] as const
  const shown = { id: profiles.id, ...FIELDS }

  async function find(which: WhichProfile): Promise<Profile | null> {
    const found = orm
      .select(shown)
      .from(profiles)
      .where(eq(profiles.id, idOf(which)))
    return toProfile(...(await stored(() => orm.batch([found, ...reads(which)]))))
  }

  return {
    find,

    /** The profile of an account, read in one call with what decides which account a wallet has. */
    async findBeside<A extends { readonly profileId: string }>(
      deciding: Promise<A | null>,
      wallet: Address,
    ): Promise<{ readonly account: A; readonly profile: Profile } | null> {
      const [account, own] = await Promise.all([deciding, find({ wallet })])
      const profile = account && (own?.id === account.profileId ? own : await find({ id: account.profileId }))
      return account && profile ? { account, profile } : null
    },

    /**
     * Sets only these fields, in one statement, so that concurrent changes of different fields are both kept; false if the
     * profile no longer exists.
     */
    async update(id: string, changes: Partial<ProfileFields>, answer: KeptAnswer): Promise<boolean> {
      const change = orm.update(profiles).set(changes).where(eq(profiles.id, id)).getSQL()
      const [changed] = await stored(() => batch([change, ...keepAnswer(answer)]))
      return changed === 1
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
