import { createCreatorReputation } from './creatorReputation.ts'
import { createReputationKeys } from './reputationKeys.ts'
import { createReputationLeases } from './reputationLeases.ts'
import { createReputationRollup } from './reputationRollup.ts'
import { createReputationScores } from './reputationScores.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

export type ReputationStore = ReturnType<typeof createReputationStore>

/** Reputation in D1 (drizzle/reputation.ts). Every method throws store_unavailable. */
export function createReputationStore(d1: D1Database) {
  const database = openStoredDatabase(d1)
  return {
    leases: createReputationLeases(database),
    keys: createReputationKeys(database),
    scores: createReputationScores(database),
    rollup: createReputationRollup(database),
    creators: createCreatorReputation(database),
  }
}
