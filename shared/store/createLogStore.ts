import { type Database, openDatabase } from './database.ts'
import { createIndexStandings } from './indexStandings.ts'
import { createLogs } from './logs.ts'

/** The indexed logs in D1, and how far they are indexed: the source of all lists of events. */
export type LogStore = ReturnType<typeof logParts>

export const createLogStore = (d1: D1Database): LogStore => logParts(openDatabase(d1))

const logParts = (database: Database) => ({
  logIndex: createIndexStandings(database),
  logs: createLogs(database),
})
