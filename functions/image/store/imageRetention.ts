import { sql } from 'drizzle-orm'
import { deleteSome } from '../../../shared/store/retention.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

const DAY = 86_400
const PROJECT_SECONDS = 180 * DAY
const JOB_SECONDS = 90 * DAY
/** How long an object stays that nothing refers to: somebody may be storing it at this moment. */
const OBJECT_SECONDS = 3600
/** The most projects and objects of one run. */
const FEW = 25

/** The retention rules of images, in D1, each for a bounded number of rows; `now` in unix seconds. Throws store_unavailable. */
export function createImageRetention(d1: D1Database) {
  const { all, batch } = openStoredDatabase(d1)
  return {
    /**
     * Deletes projects that nobody has changed for 180 days, with what is in them, jobs that ended 90 days ago, and after a
     * day those whose project was deleted.
     */
    async prune(now: number): Promise<void> {
      const old = sql`(select id from image_projects where updated_at < ${now - PROJECT_SECONDS}
        order by updated_at, id limit ${FEW})`
      await batch([
        sql`delete from image_assets where project_id in ${old}`,
        sql`delete from image_jobs where project_id in ${old}`,
        sql`delete from image_projects where id in ${old}`,
        deleteSome('image_jobs', sql`project_id = '' and created_at < ${now - DAY}`),
        deleteSome('image_jobs', sql`updated_at < ${now - JOB_SECONDS} and status in ('completed', 'failed')`),
      ])
    },

    /** Objects to delete from the bucket: marked as deleted, so no row can refer to them again. */
    async abandoned(now: number): Promise<string[]> {
      await batch([
        sql`update image_objects set deleting_at = ${now} where id in (select id from image_objects o
          where deleting_at is null and touched_at < ${now - OBJECT_SECONDS}
            and not exists (select 1 from image_assets where object_id = o.id) limit ${FEW})`,
      ])
      const rows = await all<{ id: string }>(
        sql`select id from image_objects where deleting_at is not null order by deleting_at limit ${FEW}`,
      )
      return rows.map(({ id }) => id)
    },

    /** Forgets an object that is not in the bucket any more. */
    async forget(id: string): Promise<void> {
      await batch([sql`delete from image_objects where id = ${id} and deleting_at is not null`])
    },
  }
}
