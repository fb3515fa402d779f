import { createCreatorReputation } from './creatorReputation.ts'
import { createReputationKeys } from './reputationKeys.ts'
import { createReputationScores } from './reputationScores.ts'
import { createSyncStates, type LaneKey } from './syncStates.ts'
import { createLeases } from '../../../shared/store/leases.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

export type ReputationStore = ReturnType<typeof createReputationStore>

/** Reputation in D1 (drizzle/reputation.ts). Every method throws store_unavailable. */
export function createReputationStore(d1: D1Database) {
  const database = openStoredDatabase(d1)
  const leases = createLeases<LaneKey>(database, { table: 'reputation_sync_leases', key: 'sync_key' })
  return {
    leases,
    states: createSyncStates(database, leases),
    keys: createReputationKeys(database, leases),
    scores: createReputationScores(database),
    creators: createCreatorReputation(database, leases),
  }
}
