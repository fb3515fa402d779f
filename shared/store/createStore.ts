import { logParts } from './createLogStore.ts'
import { openDatabase } from './database.ts'
import { createFeedbackProjection } from './feedbackProjection.ts'
import { createLogHours } from './logHours.ts'
import { createPrune } from './prune.ts'
import { createRuntimeDecisions } from './runtimeDecisions.ts'
import { createRuntimeRecords } from './runtimeRecords.ts'
import { createVaults } from './vaults.ts'

/** The records in D1. */
export type Store = ReturnType<typeof createStore>

export function createStore(d1: D1Database) {
  const database = openDatabase(d1)
  return {
    ...logParts(database),
    logHours: createLogHours(database),
    vaults: createVaults(database),
    feedbackProjection: createFeedbackProjection(database),
    prune: createPrune(database),
    runtimeRecords: createRuntimeRecords(database),
    runtimeDecisions: createRuntimeDecisions(database),
  }
}
