import type { Chain } from '../../../shared/chain/chain.ts'
import type { Budget } from '../../../shared/http/Budget.ts'
import type { Lease } from '../../../shared/store/leases.ts'
import type { SocialEnv } from '../env.ts'
import { createReputationStore, type ReputationStore } from '../store/reputation.ts'
import type { LaneKey, SyncState, SyncStates } from '../store/syncStates.ts'
import type { Lane } from './lanes.ts'
import { createReputationProvider } from './provider/createReputationProvider.ts'
import type { ReputationProvider } from './provider/ReputationProvider.ts'

export interface Reputation {
  readonly provider: ReputationProvider
  readonly store: ReputationStore
  readonly chain: Chain
  /** Unix milliseconds. */
  readonly now: () => number
}

/** A run of a lane that has its lane for itself. */
export interface Run extends Reputation {
  readonly lane: Lane
  readonly lease: Lease<LaneKey>
  readonly budget: Budget
  /** How far everything had come when the run began. */
  readonly began: SyncStates
}

/** Records how far the run has come. Throws LeaseLost, store_unavailable. */
export const record = (
  { store, lease }: Run,
  key: Parameters<ReputationStore['states']['find']>[0],
  changes: Partial<SyncState>,
): Promise<void> => store.states.set(lease, key, changes)

/** Null if no provider is configured. */
export function createReputation(
  { chain, now }: { readonly chain: Chain; readonly now: () => number },
  { REPUTATION_API_URL, REPUTATION_API_KEY, REPUTATION_CLIENT_NAME, DB }: SocialEnv,
): Reputation | null {
  if (!REPUTATION_API_URL) return null
  const provider = createReputationProvider({
    url: REPUTATION_API_URL,
    clientName: REPUTATION_CLIENT_NAME,
    apiKey: REPUTATION_API_KEY,
    now,
  })
  return { provider, store: createReputationStore(DB), chain, now }
}
