import { sql, type SQL } from 'drizzle-orm'
import type { profiles } from '../../../drizzle/accounts.ts'
import type { waitlistEntries } from '../../../drizzle/waitlist.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { awardStatement, hashIdentity } from './points.ts'

export type WaitlistStatus = (typeof waitlistEntries.$inferSelect)['status']

type Row = Pick<typeof waitlistEntries.$inferSelect, 'id' | 'status'> &
  Pick<typeof profiles.$inferSelect, 'referralCode'>

export interface WaitlistEntry {
  readonly id: number
  readonly profileId: string
  readonly status: WaitlistStatus
}

/** A request to join. */
export interface Joining {
  readonly profileId: string
  /** User of the identity provider: earns its referrer points once, in whichever profile it is. */
  readonly idpUserId: string
  /** Referral code of the inviter; null without one. An unknown code is ignored. */
  readonly referralCode: string | null
  /** Unix seconds. */
  readonly now: number
}

/** Points of the inviter for each person. */
export const REFERRAL_POINTS = 5
/** Maximum number of people that count for one account's code per day (UTC). */
export const CONVERSIONS_A_DAY = 20

const DAY_SECONDS = 86_400

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 10
/** More collisions of random codes in a row than this mean that the store loses writes. */
const ROUNDS = 4

/** Entries of the waitlist and referrals in D1. Every method throws store_unavailable. */
export function createWaitlist(d1: D1Database) {
  const { all, thenFirst } = openStoredDatabase(d1)

  const entryOf = (profileId: string) => sql`select e.id "id", e.status "status", p.referral_code "referralCode"
    from waitlist_entries e join profiles p on p.id = e.profile_id where e.profile_id = ${profileId}`

  return {
    /** The entry of a profile; null if it is not on the waitlist. */
    async findByProfile(profileId: string): Promise<WaitlistEntry | null> {
      const [found] = await all<Row>(entryOf(profileId))
      return found ? { id: found.id, profileId, status: found.status } : null
    },

    /**
     * Adds a profile to the waitlist, once, with its own referral code. The inviter gets points only in the step that creates
     * the entry: for a mailbox that has no other entry and is not the inviter's, up to the daily maximum. Concurrent calls all
     * return the same entry.
     */
    async join({
      profileId,
      idpUserId,
      referralCode,
      now,
    }: Joining): Promise<WaitlistEntry & { readonly referralCode: string }> {
      const invited = await hashIdentity({ kind: 'idp', id: idpUserId })
      // D1 runs a batch as one transaction: until its fourth statement there is no entry, if there was none before.
      const isNew = sql`exists (select 1 from profiles where id = ${profileId})
        and not exists (select 1 from waitlist_entries where profile_id = ${profileId})`
      const mailbox = mailboxOfProfile(sql`${profileId}`)
      const today = now - (now % DAY_SECONDS)
      for (let round = 0; round < ROUNDS; round++) {
        const found = await thenFirst<Row>(
          [
            // Entries of an earlier release have no mailbox yet; later runs of this find no such entry.
            sql`update waitlist_entries set mailbox = ${mailboxOfProfile(sql`waitlist_entries.profile_id`)}
              where mailbox is null and exists (select 1 from linked_accounts
                where kind = 'email' and profile_id = waitlist_entries.profile_id)`,
            sql`insert into referral_conversions (invitee_profile_id, referrer_profile_id, referral_code, created_at)
              select ${profileId}, referrer.id, referrer.referral_code, ${now}
              from profiles referrer, (select ${mailbox} mailbox) invitee
              where referrer.referral_code = ${referralCode} and referrer.id <> ${profileId} and ${isNew}
                and invitee.mailbox is not null
                and not exists (select 1 from waitlist_entries where mailbox = invitee.mailbox)
                and not exists (select 1 from linked_accounts where kind = 'email' and profile_id = referrer.id
                  and ${mailboxOf(sql`linked_accounts.id`)} = invitee.mailbox)
                and (select count(*) from referral_conversions where referrer_profile_id = referrer.id
                  and created_at >= ${today} and created_at < ${today + DAY_SECONDS}) < ${CONVERSIONS_A_DAY}
              on conflict do nothing`,
            awardStatement(
              {
                profileId: sql`referrer_profile_id`,
                source: 'referral',
                sourceId: profileId,
                identityHash: invited,
                amount: REFERRAL_POINTS,
                now,
              },
              sql`from referral_conversions where invitee_profile_id = ${profileId} and ${isNew}`,
            ),
            sql`insert into waitlist_entries (profile_id, created_at, mailbox) select ${profileId}, ${now}, ${mailbox}
              where ${isNew} on conflict do nothing`,
            sql`update or ignore profiles set referral_code = ${randomCode()}
              where id = ${profileId} and referral_code is null`,
          ],
          entryOf(profileId),
        )
        // The profile was deleted in between.
        if (!found) throw new ApiError('store_unavailable')
        const { id, status, referralCode: own } = found
        if (own !== null) return { id, profileId, status, referralCode: own }
      }
      throw new ApiError('store_unavailable')
    },
  }
}

/** 50 random bits: a code reveals neither its owner nor the number of codes. */
function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH))
  return [...bytes].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')
}

/**
 * The mailbox that an e-mail address delivers to, as SQL over a column or value: in lower case, without a tag (RFC 5233:
 * `ada+news@example.com`), and at Gmail without dots, under one of its two domains. Only some providers interpret
 * other separators, so they stay. Null for null.
 */
export const mailboxOf = (email: SQL): SQL => sql`(select
  case when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com'
    else local || '@' || domain end
  from (select domain, case when instr(tagged, '+') > 1 then substr(tagged, 1, instr(tagged, '+') - 1) else tagged end local
    from (select substr(address, 1, instr(address, '@') - 1) tagged, substr(address, instr(address, '@') + 1) domain
      from (select lower(${email}) address))))`

/** The mailbox of a profile; null where it has no e-mail address. */
const mailboxOfProfile = (profileId: SQL): SQL => sql`(select ${mailboxOf(sql`linked_accounts.id`)}
  from linked_accounts where kind = 'email' and profile_id = ${profileId} order by linked_at desc, id limit 1)`
