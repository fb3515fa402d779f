import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Artwork in the making: what belongs to one wallet and is shown together.
 *
 * Retention: 180 days after its last change, with its images and jobs; or until its owner deletes it, or the account.
 */
export const imageProjects = sqliteTable(
  'image_projects',
  {
    id: text().primaryKey(),
    /** Lower case. */
    ownerAddress: text('owner_address').$type<`0x${string}`>().notNull(),
    name: text().notNull(),
    /** Chosen by the client: another project with it is this one. */
    requestId: text('request_id').notNull(),
    /** Unix seconds, as all times here. */
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('image_projects_by_request').on(t.ownerAddress, t.requestId),
    index('image_projects_by_time').on(t.updatedAt),
  ],
)

/**
 * Images of projects: those that were uploaded, and results of jobs. The id is all that it takes to see one.
 *
 * Retention: with the project.
 */
export const imageAssets = sqliteTable(
  'image_assets',
  {
    id: text().primaryKey(),
    projectId: text('project_id').notNull(),
    /** That of the project. */
    ownerAddress: text('owner_address').$type<`0x${string}`>().notNull(),
    role: text({ enum: ['frame', 'subject', 'result'] }).notNull(),
    objectId: text('object_id').notNull(),
    contentType: text('content_type', {
      enum: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'],
    }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** How many are stored. */
    bytes: integer().notNull(),
    /** SHA-256 of those, 64 hex digits. */
    sha256: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('image_assets_by_content').on(t.projectId, t.role, t.sha256),
    index('image_assets_by_owner').on(t.ownerAddress),
    index('image_assets_by_object').on(t.objectId),
  ],
)

/**
 * Images that are to be generated. A worker takes a job with a lease and a number of the attempt; only the latest attempt
 * can end it.
 *
 * Retention: 90 days after they ended; one that nobody took for a day has failed; or with the project, of which a job that
 * was taken stays for a day after it was begun, without its content, since it counts for the jobs of a day.
 */
export const imageJobs = sqliteTable(
  'image_jobs',
  {
    id: text().primaryKey(),
    /** Empty once the project was deleted. */
    projectId: text('project_id').notNull(),
    /** That of the project. */
    ownerAddress: text('owner_address').$type<`0x${string}`>().notNull(),
    /** Chosen by the client: another job of the project with it is this one. */
    requestId: text('request_id').notNull(),
    status: text({ enum: ['pending', 'processing', 'completed', 'failed'] }).notNull(),
    instruction: text().notNull(),
    stylePreset: text('style_preset'),
    /** JSON array of texts. */
    brandContext: text('brand_context').notNull(),
    frameAssetId: text('frame_asset_id'),
    subjectAssetId: text('subject_asset_id'),
    /** How many times it was taken. */
    attempt: integer().notNull(),
    /** When it may be taken. */
    dueAt: integer('due_at').notNull(),
    /** Until when the latest attempt has it for itself. */
    leaseUntil: integer('lease_until').notNull(),
    resultAssetId: text('result_asset_id'),
    /** Why the latest attempt did not end it; of a job that failed, why it did. */
    failure: text({ enum: ['provider_failed', 'provider_refused', 'result_unusable', 'expired'] }),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('image_jobs_by_request').on(t.projectId, t.requestId),
    index('image_jobs_by_owner').on(t.ownerAddress, t.createdAt),
    index('image_jobs_due')
      .on(t.dueAt)
      .where(sql`status in ('pending', 'processing')`),
    index('image_jobs_by_time').on(t.updatedAt),
  ],
)

/**
 * Objects in the bucket under `images/<id>`, whoever they are of: the same bytes are one object as long as it is in use. A
 * row is there before its object, and goes after it.
 *
 * Retention: until an hour after the last image that is made of it has gone.
 */
export const imageObjects = sqliteTable(
  'image_objects',
  {
    id: text().primaryKey(),
    /** SHA-256 of the bytes, 64 hex digits. */
    sha256: text().notNull(),
    /** When somebody last stored it. */
    touchedAt: integer('touched_at').notNull(),
    /** When it was given up: nothing new refers to it from then on; null before. */
    deletingAt: integer('deleting_at'),
  },
  (t) => [
    uniqueIndex('image_objects_by_content')
      .on(t.sha256)
      .where(sql`deleting_at is null`),
    index('image_objects_by_time').on(t.touchedAt),
  ],
)
