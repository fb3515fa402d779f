import { and, eq, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { waitlistEntries } from '../../../drizzle/waitlist.ts'
import { lower } from '../../../shared/text/address.ts'
import { type AdminAction, details, logged } from './adminLog.ts'
import { fallingBy } from '../../../shared/store/openPage.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

type Row = typeof waitlistEntries.$inferSelect

/** An entry as administrators see it; times in unix seconds. */
export interface ListedEntry {
  readonly id: number
  readonly status: Row['status']
  readonly email: string | null
  readonly wallet: Address | null
  readonly createdAt: number
  readonly decidedAt: number | null
  readonly decidedBy: Address | null
  readonly note: string | null
}

interface Page {
  readonly status?: Row['status'] | undefined
  /** Returns entries with lower ids. */
  readonly after?: readonly [id: number] | undefined
  readonly limit: number
}

export type WaitlistDecisionStore = ReturnType<typeof createWaitlistDecisions>

/** Decisions of administrators about the waitlist, in D1. Every method throws store_unavailable. */
export function createWaitlistDecisions(d1: D1Database) {
  const { all, orm, thenFirst } = openStoredDatabase(d1)

  return {
    /** Newest first. */
    list: ({ status, after, limit }: Page): Promise<ListedEntry[]> =>
      stored(async () => {
        const { order, rest } = fallingBy([waitlistEntries.id], after)
        const rows = await orm
          .select({
            id: waitlistEntries.id,
            status: waitlistEntries.status,
            email: sql<string | null>`(select id from linked_accounts
              where kind = 'email' and profile_id = waitlist_entries.profile_id limit 1)`,
            wallet: sql<Address | null>`(select address from profile_wallets
              where canonical = 1 and profile_id = waitlist_entries.profile_id)`,
            createdAt: waitlistEntries.createdAt,
            decidedAt: waitlistEntries.decidedAt,
            decidedBy: waitlistEntries.decidedBy,
            note: waitlistEntries.decisionNote,
          })
          .from(waitlistEntries)
          .where(and(status && eq(waitlistEntries.status, status), rest))
          .orderBy(...order)
          .limit(limit)
        return rows.map((row) => ({
          ...row,
          wallet: row.wallet && getAddress(row.wallet),
          decidedBy: row.decidedBy && getAddress(row.decidedBy),
        }))
      }),

    /** Decides an entry. One that has this status stays unchanged, and nothing is logged. False if the entry does not exist. */
    async decide(
      id: number,
      { status, note }: { readonly status: 'approved' | 'denied'; readonly note: string | undefined },
      act: AdminAction,
      answer: KeptAnswer,
    ): Promise<boolean> {
      const isOther = sql`id = ${id} and status <> ${status}`
      const change = [
        logged(act, {
          action: status === 'approved' ? 'waitlist.approve' : 'waitlist.deny',
          targetType: 'waitlist_entry',
          targetId: String(id),
          details: details({ note }, { previous: sql`status` }),
          from: sql`from waitlist_entries where ${isOther}`,
        }),
        sql`update waitlist_entries set status = ${status}, decided_at = ${act.at}, decided_by = ${lower(act.admin)},
          decision_note = ${note ?? null} where ${isOther}`,
        ...keepAnswer(answer),
      ]
      return (await thenFirst(change, sql`select 1 from waitlist_entries where id = ${id}`)) !== null
    },

    /**
     * Deletes an entry with the points of its account, its code, and the invitations that it sent or accepted. `hashOf` hashes
     * the e-mail address for the log. False if the entry never existed.
     */
    async remove(
      id: number,
      note: string | undefined,
      hashOf: (email: string) => Promise<string>,
      act: AdminAction,
      answer: KeptAnswer,
    ): Promise<boolean> {
      const profile = sql`(select profile_id from waitlist_entries where id = ${id})`
      const [linked] = await all<{ email: string }>(
        sql`select id email from linked_accounts where kind = 'email' and profile_id = ${profile}`,
      )
      const change = [
        logged(act, {
          action: DELETED,
          targetType: 'waitlist_entry',
          targetId: String(id),
          details: details({ note, emailHash: linked ? await hashOf(linked.email) : null }, { previous: sql`status` }),
          from: sql`from waitlist_entries where id = ${id}`,
        }),
        sql`delete from referral_conversions where invitee_profile_id = ${profile}`,
        sql`delete from referral_conversions where referrer_profile_id = ${profile}`,
        sql`delete from points where profile_id = ${profile}`,
        sql`update profiles set referral_code = null where id = ${profile}`,
        sql`delete from waitlist_entries where id = ${id}`,
        ...keepAnswer(answer),
      ]
      const deletion = sql`select 1 from admin_log where target_type = 'waitlist_entry'
        and target_id = ${String(id)} and action = ${DELETED} limit 1`
      return (await thenFirst(change, deletion)) !== null
    },
  }
}

const DELETED = 'waitlist.delete'
