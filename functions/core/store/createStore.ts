import { createAgentFiles } from '../../../shared/store/agentFiles.ts'
import { createAuctions } from '../../../shared/store/auctions.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { createLogs } from '../../../shared/store/logs.ts'
import { createVaults } from '../../../shared/store/vaults.ts'
import { createFeedbackProjection } from './feedbackProjection.ts'
import { createLogHours } from './logHours.ts'
import { createLogIndex } from './logIndex.ts'
import { createPrune } from './prune.ts'

/** Tables of the log index in D1. */
export type Store = ReturnType<typeof createStore>

export function createStore(d1: D1Database) {
  const database = openDatabase(d1)
  return {
    logIndex: createLogIndex(database),
    logs: createLogs(database),
    logHours: createLogHours(database),
    vaults: createVaults(database),
    auctions: createAuctions(database),
    agentFiles: createAgentFiles(database),
    feedbackProjection: createFeedbackProjection(database),
    prune: createPrune(database),
  }
}
