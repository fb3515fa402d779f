import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { storedArtifacts } from '../../drizzle/artifacts.ts'
import { openDatabase } from './database.ts'

export type ArtifactRow = typeof storedArtifacts.$inferSelect
export type ArtifactStore = ReturnType<typeof createArtifactStore>

interface Recent {
  readonly createdBy: string
  /** Unix seconds. */
  readonly since: number
  /** Maximum count; counting stops there. */
  readonly most: number
}

/** Locations of stored documents, in D1. The methods throw what the database throws. */
export function createArtifactStore(d1: D1Database) {
  const { orm } = openDatabase(d1)
  const rowOf = (sha256: Hex) => orm.select().from(storedArtifacts).where(eq(storedArtifacts.sha256, sha256))

  return {
    /** The row of some bytes, and how many documents a principal has had stored since a time. */
    async find(sha256: Hex, recent?: Recent): Promise<{ row: ArtifactRow | undefined; recent: number }> {
      const { createdBy = '', since = 0, most = 0 } = recent ?? {}
      const newest = orm
        .select({ one: sql`1`.as('one') })
        .from(storedArtifacts)
        .where(and(eq(storedArtifacts.createdBy, createdBy), gt(storedArtifacts.createdAt, since)))
        .limit(most)
        .as('newest')
      const [[row], [counted]] = await orm.batch([rowOf(sha256), orm.select({ n: count() }).from(newest)])
      return { row, recent: counted?.n ?? 0 }
    },

    /** Writes a row, over `before` alone; returns the row that is there then. */
    async put(row: ArtifactRow, before: ArtifactRow | undefined): Promise<ArtifactRow | undefined> {
      const { sha256: _, ...others } = row
      const insert = orm.insert(storedArtifacts).values(row)
      const write = before
        ? insert.onConflictDoUpdate({
            target: storedArtifacts.sha256,
            set: others,
            setWhere: sql`${storedArtifacts.provider} = ${before.provider} and ${storedArtifacts.storageKey} = ${before.storageKey}`,
          })
        : insert.onConflictDoNothing()
      const [, [now]] = await orm.batch([write, rowOf(row.sha256)])
      return now
    },
  }
}
