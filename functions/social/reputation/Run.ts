import type { Chain } from '../../../shared/chain/chain.ts'
import type { ReputationProvider } from './provider/ReputationProvider.ts'
import type { ReputationStore } from '../store/reputation.ts'
import type { Lease } from '../../../shared/store/leases.ts'
import type { LaneKey, SyncState, SyncStates } from '../store/syncStates.ts'
import type { Budget } from '../../../shared/http/Budget.ts'
import type { Lane } from './lanes.ts'

/** What a run works with. */
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
