import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { linkedAccounts } from '../../../drizzle/accounts.ts'
import { svmSweepJobs } from '../../../drizzle/svm.ts'
import { profileOfWallet } from '../../../shared/store/accounts.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

/** A public key of the SVM chain that is linked to a profile, in base58. */
export interface SvmWallet {
  readonly wallet: string
  /** Whether it receives payments. */
  readonly canonical: boolean
}

/** SVM wallets and the live job of an account. A profile that is not the account's has none. */
interface SvmRecords {
  readonly wallets: (profileId: string) => SvmWallet[]
  /** The job that has not ended, or null. */
  readonly live: (profileId: string) => SweepJob | null
}

const LIVE = ['pending', 'retrying', 'processing'] as const
export type LiveStatus = (typeof LIVE)[number]
export type SweepJob = Omit<typeof svmSweepJobs.$inferSelect, 'status'> & { readonly status: LiveStatus }

interface Sweep {
  readonly sourceWallet: string
  readonly targetWallet: string
  /** Decimal. */
  readonly minLamports: string
}

/** SVM wallets of profiles and the sweeps between them, in D1; times in unix seconds. Every method throws store_unavailable. */
export function createSvmStore(d1: D1Database) {
  const { orm, batch, all, thenFirst } = openStoredDatabase(d1)
  const isLinked = (profileId: string, wallet: string, canonical?: 0 | 1) => sql`exists (select 1 from linked_accounts
    where kind = 'svm' and id = ${wallet} and profile_id = ${profileId} and canonical = ${canonical ?? sql`canonical`})`

  const ofLiveJob = (profileId: string | SQL) => sql`select ${listed(columnsOf(svmSweepJobs))} from svm_sweep_jobs
    where profile_id = ${profileId} and status in (select value from json_each(${JSON.stringify(LIVE)}))`

  return {
    /** SVM wallets and the live job of a wallet's account, read beside the account. The profile selects what counts. */
    async ofWallet(address: Address): Promise<SvmRecords> {
      const profileId = profileOfWallet(address)
      const [rows, [live]] = await Promise.all([
        stored(() =>
          orm
            .select()
            .from(linkedAccounts)
            .where(and(sql`${linkedAccounts.profileId} = ${profileId}`, eq(linkedAccounts.kind, 'svm')))
            .orderBy(linkedAccounts.linkedAt, linkedAccounts.id),
        ),
        all<SweepJob>(ofLiveJob(profileId)),
      ])
      const own = (id: string) => rows.filter((row) => row.profileId === id)
      return {
        wallets: (id) => own(id).map((row) => ({ wallet: row.id, canonical: row.canonical })),
        live: (id) => (live?.profileId === id ? live : null),
      }
    },

    /**
     * Makes a linked wallet the canonical one, and cancels a pending sweep to another. False, and no change, if it is not linked
     * to the profile.
     */
    async setCanonical(profileId: string, wallet: string, now: number, answer: KeptAnswer): Promise<boolean> {
      const isOwn = isLinked(profileId, wallet)
      const [, , chosen] = await batch([
        sql`update svm_sweep_jobs set status = 'cancelled', updated_at = ${now}
            where profile_id = ${profileId} and status = 'pending' and target_wallet <> ${wallet} and ${isOwn}`,
        sql`update linked_accounts set canonical = 0
            where kind = 'svm' and profile_id = ${profileId} and canonical = 1 and id <> ${wallet} and ${isOwn}`,
        sql`update linked_accounts set canonical = 1
            where kind = 'svm' and profile_id = ${profileId} and id = ${wallet}`,
        ...keepAnswer(answer),
      ])
      return chosen === 1
    },

    /**
     * The profile's live job: a new one, or the existing one. `live` is the existing one as it was read before; while it is
     * pending it gets these values. Null if the source is not a linked wallet other than the canonical one, or the target is
     * not the canonical one.
     */
    async enqueue(
      profileId: string,
      sweep: Sweep,
      now: number,
      live: SweepJob | null,
      answerOf: (job: SweepJob) => KeptAnswer,
    ): Promise<SweepJob | null> {
      const { sourceWallet, targetWallet, minLamports } = sweep
      const id = crypto.randomUUID()
      const created = {
        id,
        profileId,
        ...sweep,
        status: 'pending',
        attempts: 0,
        createdAt: now,
        updatedAt: now,
      } as const
      const maySweep = sql`${isLinked(profileId, sourceWallet, 0)} and ${isLinked(profileId, targetWallet, 1)}`
      return thenFirst<SweepJob>(
        [
          sql`update svm_sweep_jobs set source_wallet = ${sourceWallet}, target_wallet = ${targetWallet},
              min_lamports = ${minLamports}, updated_at = ${now}
            where profile_id = ${profileId} and status = 'pending' and ${maySweep}
              and (source_wallet, target_wallet, min_lamports) <> (${sourceWallet}, ${targetWallet}, ${minLamports})`,
          ...(live ? keepAnswer(answerOf({ ...live, ...sweep, updatedAt: now })) : []),
          sql`insert into svm_sweep_jobs (id, profile_id, source_wallet, target_wallet, min_lamports, status, attempts,
              created_at, updated_at)
            select ${id}, ${profileId}, ${sourceWallet}, ${targetWallet}, ${minLamports}, 'pending', 0,
              ${now}, ${now} where ${maySweep} on conflict do nothing`,
          ...(live ? [] : keepAnswer(answerOf(created))),
        ],
        ofLiveJob(profileId),
      )
    },
  }
}
