import { type SQL, sql } from 'drizzle-orm'
import { imageJobs } from '../../../drizzle/images.ts'
import { lower } from '../../../shared/text/address.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { type AssetRow, bytesOf, type ImageLimits, insertAsset, runningJobs } from './images.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

export type JobRow = Omit<typeof imageJobs.$inferSelect, 'requestId'>
export type JobFailure = NonNullable<JobRow['failure']>
type Wallet = `0x${string}`

/** The content of a job, as its client sent it. */
export type NewJob = Pick<JobRow, 'instruction' | 'stylePreset' | 'brandContext' | 'frameAssetId' | 'subjectAssetId'>

/** How often a job is taken before it has failed, and for how long, in seconds. */
export const MOST_ATTEMPTS = 3
export const LEASE_SECONDS = 300
/** Time after which a job that no worker has taken fails. */
const EXPIRES_SECONDS = 86_400
const DAY_SECONDS = 86_400

const JOB = listed(columnsOf(imageJobs, 'requestId'))

export type ImageJobs = ReturnType<typeof createImageJobs>

/** Jobs that make images, in D1; times in unix seconds. Every method throws store_unavailable. */
export function createImageJobs(d1: D1Database, limits: ImageLimits) {
  const { all, batch, thenFirst } = openStoredDatabase(d1)
  const first = async (query: SQL): Promise<JobRow | null> => (await all<JobRow>(query))[0] ?? null

  return {
    /**
     * A new job with room for its result, or the one that this request has begun before; null if the wallet has as many as
     * it may have, or no room, or no such project.
     */
    async enqueue(
      { owner, projectId, requestId }: { owner: Wallet; projectId: string; requestId: string },
      wanted: NewJob,
      now: number,
      answerOf: (job: JobRow) => KeptAnswer,
    ): Promise<JobRow | null> {
      const mine = sql`owner_address = ${lower(owner)}`
      const ofProject = sql`project_id = ${projectId}`
      const { instruction, stylePreset, brandContext, frameAssetId, subjectAssetId } = wanted
      const id = crypto.randomUUID()
      const job: JobRow = {
        ...wanted,
        id,
        projectId,
        ownerAddress: lower(owner),
        status: 'pending',
        failure: null,
        resultAssetId: null,
        attempt: 0,
        dueAt: now,
        leaseUntil: 0,
        createdAt: now,
        updatedAt: now,
      }
      const enqueue = [
        sql`insert into image_jobs (id, project_id, owner_address, request_id, status, instruction, style_preset,
            brand_context, frame_asset_id, subject_asset_id, attempt, due_at, lease_until, created_at, updated_at)
          select ${id}, ${projectId}, ${lower(owner)}, ${requestId}, 'pending', ${instruction},
            ${stylePreset}, ${brandContext}, ${frameAssetId}, ${subjectAssetId}, 0, ${now}, 0, ${now}, ${now}
          where exists (select 1 from image_projects where id = ${projectId} and ${mine})
            and ${runningJobs(mine)} < ${limits.jobsUnderWay}
            and (select count(*) from image_jobs where ${mine} and created_at > ${now - DAY_SECONDS}) < ${limits.jobsADay}
            and (select count(*) from image_assets where ${ofProject}) + ${runningJobs(ofProject)} < ${limits.assets}
            and ${bytesOf(owner)} + ${limits.resultBytes} * (${runningJobs(mine)} + 1) <= ${limits.bytes}
          on conflict do nothing`,
        ...keepAnswer(answerOf(job)),
        sql`update image_projects set updated_at = max(updated_at, ${now})
          where id = ${projectId} and exists (select 1 from image_jobs where id = ${id})`,
      ]
      return thenFirst<JobRow>(
        enqueue,
        sql`select ${JOB} from image_jobs where ${ofProject} and request_id = ${requestId} and ${mine}`,
      )
    },

    /** A job of a wallet whose project is there. */
    find: (owner: Wallet, id: string) =>
      first(sql`select ${JOB} from image_jobs
        where id = ${id} and owner_address = ${lower(owner)} and project_id <> ''`),

    /** The job of a project that a request has begun. */
    findRequest: (projectId: string, requestId: string) =>
      first(sql`select ${JOB} from image_jobs where project_id = ${projectId} and request_id = ${requestId}`),

    /** The latest jobs of a project, the newest first. */
    ofProject: (projectId: string, limit: number) =>
      all<JobRow>(sql`select ${JOB} from image_jobs where project_id = ${projectId}
        order by created_at desc, id limit ${limit}`),

    /**
     * Takes the job that has been due for longest, for one worker alone until its lease is over; null if none is due. The
     * number of the attempt is what its worker proves itself by.
     */
    take: (now: number): Promise<JobRow | null> =>
      first(sql`update image_jobs
        set status = 'processing', attempt = attempt + 1, lease_until = ${now + LEASE_SECONDS}, due_at =
          ${now + LEASE_SECONDS}, updated_at = ${now}
        where id = (select id from image_jobs where status in ('pending', 'processing') and due_at <= ${now}
          and lease_until <= ${now} and attempt < ${MOST_ATTEMPTS} order by due_at, created_at limit 1)
          and status in ('pending', 'processing') and due_at <= ${now} returning ${JOB}`),

    /**
     * Ends a job with its result, if this is still its attempt; false if another has taken over, or the job is gone, and then
     * nothing is added.
     */
    async complete({ id, attempt }: JobRow, asset: AssetRow, now: number): Promise<boolean> {
      const mine = sql`id = ${id} and status = 'processing' and attempt = ${attempt}`
      const object = sql`exists (select 1 from image_objects where id = ${asset.objectId} and deleting_at is null)`
      const same = sql`project_id = ${asset.projectId} and role = 'result' and sha256 = ${asset.sha256}`
      const [, ended] = await batch([
        insertAsset(asset, sql`exists (select 1 from image_jobs where ${mine}) and ${object}`),
        sql`update image_jobs set status = 'completed', failure = null, updated_at = ${now},
            result_asset_id = (select id from image_assets where ${same})
          where ${mine} and exists (select 1 from image_assets where ${same})`,
        sql`update image_projects set updated_at = max(updated_at, ${now}) where id = ${asset.projectId}`,
      ])
      return ended === 1
    },

    /** Ends an attempt without a result, if it is still the job's: the job is due again later, or has failed. */
    async fail(
      { id, attempt }: JobRow,
      { failure, isFinal, retryAt, now }: { failure: JobFailure; isFinal: boolean; retryAt: number; now: number },
    ): Promise<boolean> {
      const isOver = isFinal || attempt >= MOST_ATTEMPTS
      const [ended] = await batch([
        sql`update image_jobs set status = ${isOver ? 'failed' : 'pending'}, failure = ${failure}, lease_until = 0,
            due_at = ${retryAt}, updated_at = ${now}
          where id = ${id} and status = 'processing' and attempt = ${attempt}`,
      ])
      return ended === 1
    },

    /** Ends jobs whose last worker was interrupted, and those that no worker took within a day. */
    async expire(now: number): Promise<void> {
      await batch([
        sql`update image_jobs set status = 'failed', failure = 'provider_failed', updated_at = ${now}
          where status = 'processing' and lease_until <= ${now} and attempt >= ${MOST_ATTEMPTS}`,
        sql`update image_jobs set status = 'failed', failure = 'expired', updated_at = ${now}
          where status = 'pending' and created_at < ${now - EXPIRES_SECONDS}`,
      ])
    },
  }
}
