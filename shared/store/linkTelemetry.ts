import { sql } from 'drizzle-orm'
import { chatappLinkTelemetry } from '../../drizzle/chatapp.ts'
import { openDatabase } from './database.ts'
import { stored } from './stored.ts'

const RETENTION_SECONDS = 60 * 86_400
/** The most rows that one run deletes; the next one continues. */
const ROWS = 500

export type LinkEvent = Omit<typeof chatappLinkTelemetry.$inferInsert, 'id'>
export type LinkTelemetry = ReturnType<typeof createLinkTelemetry>

/** Events of link flows in D1. Every method throws store_unavailable. */
export function createLinkTelemetry(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)
  return {
    add: (event: LinkEvent): Promise<unknown> => stored(() => orm.insert(chatappLinkTelemetry).values(event)),
    /** Applies the retention rule; `now` in unix seconds. */
    prune: (now: number): Promise<unknown> =>
      stored(() =>
        batch([
          sql`delete from chatapp_link_telemetry_events where id in (select id from chatapp_link_telemetry_events
            where created_at < ${now - RETENTION_SECONDS} order by created_at limit ${ROWS})`,
        ]),
      ),
  }
}
