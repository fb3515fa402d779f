import { chatappLinkTelemetry as table } from '../../../drizzle/chatapp.ts'
import { createTelemetry } from '../../../shared/store/telemetry.ts'

export type LinkEvent = Omit<typeof table.$inferInsert, 'id'>

/** Events of link flows in D1, for 60 days. Every method throws store_unavailable. */
export const createLinkTelemetry = (d1: D1Database) =>
  createTelemetry(d1, { table, insert: (orm, event: LinkEvent) => orm.insert(table).values(event), days: 60 })
