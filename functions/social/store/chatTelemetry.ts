import { chatTelemetry as table } from '../../../drizzle/chat.ts'
import { createTelemetry } from '../../../shared/store/telemetry.ts'

type ChatEvent = Omit<typeof table.$inferInsert, 'id'>

/** Events of the chat command centre in D1, for 30 days. Every method throws store_unavailable. */
export const createChatTelemetry = (d1: D1Database) =>
  createTelemetry(d1, { table, insert: (orm, event: ChatEvent) => orm.insert(table).values(event), days: 30 })
