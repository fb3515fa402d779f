import { sql, type SQL } from 'drizzle-orm'
import type { points } from '../../../drizzle/waitlist.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import type { LinkedKind } from '../../../shared/store/accounts.ts'

interface Award {
  /** A profile's id, or the column that has it. */
  readonly profileId: string | SQL
  readonly source: (typeof points.$inferSelect)['source']
  /** Reason for the points: a profile gets them once for it. */
  readonly sourceId: string
  /** Hash of the identity that earns them, once in all profiles (hashIdentity). */
  readonly identityHash: string
  readonly amount: number
  /** Unix seconds. */
  readonly now: number
}

/** An identity that is linked to a profile: an account, or a wallet by its address in lower case. */
export interface Linked {
  readonly kind: LinkedKind | 'wallet'
  readonly id: string
}

/** The hash under which points record an identity: points outlast its link. */
export const hashIdentity = ({ kind, id }: Linked): Promise<string> => sha256(`${kind}:${id}`)

/** A statement that gives points for each row of `rows` (`from … where …`), unless they were given before. */
export const awardStatement = (award: Award, rows: SQL): SQL =>
  sql`insert into points (profile_id, source, source_id, identity_hash, amount, created_at)
    select ${award.profileId}, ${award.source}, ${award.sourceId}, ${award.identityHash}, ${award.amount}, ${award.now}
    ${rows} on conflict do nothing`

/** Points of the waitlist in D1. Every method throws store_unavailable. */
export function createPoints(d1: D1Database) {
  const { all, batch } = openStoredDatabase(d1)
  return {
    /** The sum of a profile's points; 0 without points. */
    async pointsOf(profileId: string): Promise<number> {
      const [row] = await all<{ total: number }>(
        sql`select coalesce(sum(amount), 0) total from points where profile_id = ${profileId}`,
      )
      return row?.total ?? 0
    },

    /**
     * Gives a profile points for linking an identity of one provider, once: for the first of these identities that is linked
     * to it and has earned no points in any profile.
     */
    async awardLink(
      { profileId, provider, amount, now }: { profileId: string; provider: string; amount: number; now: number },
      linked: readonly Linked[],
    ): Promise<void> {
      const statements = await Promise.all(
        linked.map(async (one) => {
          const identityHash = await hashIdentity(one)
          const award = { profileId, source: 'link', sourceId: provider, identityHash, amount, now } as const
          return awardStatement(award, linkedTo(profileId, one))
        }),
      )
      await batch(statements)
    },
  }
}

function linkedTo(profileId: string, { kind, id }: Linked): SQL {
  if (kind === 'wallet')
    return sql`from profile_wallets where address = ${id} and profile_id = ${profileId} and kind = 'owner'`
  // The chat user's Durable Object has confirmed the link; the row in D1 is its projection and may come later.
  if (kind === 'chatapp') return sql`from profiles where id = ${profileId}`
  return sql`from linked_accounts where kind = ${kind} and id = ${id} and profile_id = ${profileId}`
}
