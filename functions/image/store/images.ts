import { type SQL, sql } from 'drizzle-orm'
import { imageAssets, imageProjects } from '../../../drizzle/images.ts'
import { lower } from '../../../shared/text/address.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

type ProjectRow = typeof imageProjects.$inferSelect
export type StoredProject = Pick<ProjectRow, 'id' | 'name' | 'createdAt' | 'updatedAt'>
export type AssetRow = typeof imageAssets.$inferSelect
type Wallet = `0x${string}`

/** Limits of a wallet: see IMAGE_LIMITS of the contract. `resultBytes` is kept free for each job under way. */
export interface ImageLimits {
  readonly projects: number
  readonly assets: number
  readonly bytes: number
  readonly jobsUnderWay: number
  readonly jobsADay: number
  readonly resultBytes: number
}

/** Current use of a wallet. */
export interface Usage {
  readonly bytes: number
  readonly jobsUnderWay: number
}

const ASSET = listed(columnsOf(imageAssets))
const PROJECT = listed(columnsOf(imageProjects, 'ownerAddress', 'requestId'))

export type ImageStore = ReturnType<typeof createImageStore>

/** Projects of artwork and their images, in D1; times in unix seconds. Every method throws store_unavailable. */
export function createImageStore(d1: D1Database, limits: ImageLimits) {
  const { all, batch, thenFirst } = openStoredDatabase(d1)
  const isLive = (objectId: string) =>
    sql`exists (select 1 from image_objects where id = ${objectId} and deleting_at is null)`
  const first = async <T>(query: SQL): Promise<T | null> => (await all<T>(query))[0] ?? null
  const findProject = (owner: Wallet, id: string) =>
    first<StoredProject>(sql`select ${PROJECT} from image_projects where ${isOwn(owner, id)}`)
  const same = ({ projectId, role, sha256 }: Pick<AssetRow, 'projectId' | 'role' | 'sha256'>) =>
    sql`select ${ASSET} from image_assets where project_id = ${projectId} and role = ${role} and sha256 = ${sha256}`

  return {
    /** A new project, or the one that this request has begun before; null if the wallet has as many as it may have. */
    async createProject(
      owner: Wallet,
      { name, requestId, now }: { name: string; requestId: string; now: number },
      answerOf: (project: StoredProject) => KeptAnswer,
    ) {
      const id = crypto.randomUUID()
      const ofOwner = sql`owner_address = ${lower(owner)}`
      const begin = [
        sql`insert into image_projects (id, owner_address, name, request_id, created_at, updated_at)
          select ${id}, ${lower(owner)}, ${name}, ${requestId}, ${now}, ${now}
          where (select count(*) from image_projects where ${ofOwner}) < ${limits.projects} on conflict do nothing`,
        ...keepAnswer(answerOf({ id, name, createdAt: now, updatedAt: now })),
      ]
      return thenFirst<StoredProject>(
        begin,
        sql`select ${PROJECT} from image_projects where ${ofOwner} and request_id = ${requestId}`,
      )
    },

    /** All projects of a wallet, the latest changed first. */
    projects: (owner: Wallet) =>
      all<StoredProject>(sql`select ${PROJECT} from image_projects where owner_address = ${lower(owner)}
        order by updated_at desc, id limit ${limits.projects}`),

    findProject,
    findSame: (asset: Pick<AssetRow, 'projectId' | 'role' | 'sha256'>) => first<AssetRow>(same(asset)),

    /** Images of a project, the newest first. */
    assets: (projectId: string) =>
      all<AssetRow>(sql`select ${ASSET} from image_assets where project_id = ${projectId}
        order by created_at desc, id limit ${limits.assets}`),

    findAsset: (id: string) => first<AssetRow>(sql`select ${ASSET} from image_assets where id = ${id}`),

    async usage(owner: Wallet): Promise<Usage> {
      const found = await first<Usage>(
        sql`select ${bytesOf(owner)} as bytes, ${runningJobs(sql`owner_address = ${lower(owner)}`)} as "jobsUnderWay"`,
      )
      return found ?? { bytes: 0, jobsUnderWay: 0 }
    },

    /** Whether an image of so many bytes has room in a project and among all that its owner has. */
    async hasRoom(owner: Wallet, projectId: string, bytes: number): Promise<boolean> {
      const found = await first<{ room: number }>(sql`select ${room(owner, projectId, bytes)} as room`)
      return found?.room === 1
    },

    /**
     * The object in which bytes are to be stored: one in use with the same bytes, or a new one. For an hour from now on it
     * is not given up.
     */
    async openObject(sha256: string, now: number): Promise<string> {
      const object = await first<{ id: string }>(
        sql`insert into image_objects (id, sha256, touched_at) values (${crypto.randomUUID()}, ${sha256}, ${now})
          on conflict (sha256) where deleting_at is null do update set touched_at = excluded.touched_at returning id`,
      )
      if (!object) throw new Error('an insert returned nothing')
      return object.id
    },

    /**
     * Adds an image whose object is stored, if there is room and its project still belongs to its owner; the image that is
     * there then, which may be an earlier one with the same bytes, or null.
     */
    async addAsset(asset: AssetRow, answer: KeptAnswer): Promise<AssetRow | null> {
      const { ownerAddress, projectId, bytes, createdAt } = asset
      const mayBe = sql`exists (select 1 from image_projects where ${isOwn(ownerAddress, projectId)})
        and ${isLive(asset.objectId)} and ${room(ownerAddress, projectId, bytes)}`
      const add = [
        insertAsset(asset, mayBe),
        ...keepAnswer(answer),
        sql`update image_projects set updated_at = max(updated_at, ${createdAt})
          where id = ${projectId} and exists (select 1 from image_assets where id = ${asset.id})`,
      ]
      return thenFirst<AssetRow>(add, same(asset))
    },

    /**
     * Deletes a project with what is in it; of jobs that were taken, which count for a day, only that they were stays. False
     * if the wallet has no such project.
     */
    async deleteProject(owner: Wallet, id: string, now: number, answer: KeptAnswer): Promise<boolean> {
      const mine = sql`project_id in (select id from image_projects where ${isOwn(owner, id)})`
      const [, , , gone] = await batch([
        sql`delete from image_assets where ${mine}`,
        sql`delete from image_jobs where ${mine} and attempt = 0`,
        sql`update image_jobs set project_id = '', request_id = id, status = 'failed', instruction = '', style_preset = null,
          brand_context = '[]', frame_asset_id = null, subject_asset_id = null, result_asset_id = null, failure = null,
          updated_at = ${now} where ${mine}`,
        sql`delete from image_projects where ${isOwn(owner, id)}`,
        ...keepAnswer(answer),
      ])
      return gone === 1
    },
  }

  /** Whether there is room for so many bytes more, and for the results of all jobs under way. */
  function room(owner: Wallet, projectId: string, bytes: number): SQL {
    const ofProject = sql`project_id = ${projectId}`
    return sql`((select count(*) from image_assets where ${ofProject}) + ${runningJobs(ofProject)} < ${limits.assets}
      and ${bytesOf(owner)} + ${limits.resultBytes} * ${runningJobs(sql`owner_address = ${lower(owner)}`)} + ${bytes}
        <= ${limits.bytes})`
  }
}

const isOwn = (owner: Wallet, id: string): SQL => sql`id = ${id} and owner_address = ${lower(owner)}`

export const bytesOf = (owner: Wallet): SQL =>
  sql`(select coalesce(sum(bytes), 0) from image_assets where owner_address = ${lower(owner)})`

/** Number of jobs that have not ended. */
export const runningJobs = (condition: SQL): SQL =>
  sql`(select count(*) from image_jobs where ${condition} and status in ('pending', 'processing'))`

/** Adds an image under a condition, unless its project has the same one in the same role. */
export const insertAsset = (asset: AssetRow, condition: SQL): SQL =>
  sql`insert into image_assets
    (id, project_id, owner_address, role, object_id, content_type, width, height, bytes, sha256, created_at)
    select ${asset.id}, ${asset.projectId}, ${lower(asset.ownerAddress)}, ${asset.role}, ${asset.objectId},
      ${asset.contentType}, ${asset.width}, ${asset.height}, ${asset.bytes}, ${asset.sha256}, ${asset.createdAt}
    where ${condition} on conflict do nothing`
