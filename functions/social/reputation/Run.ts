import type { Chain } from '../../../shared/chain/chain.ts'
import type { ReputationProvider } from './provider/ReputationProvider.ts'
import type { ReputationStore } from '../store/reputation.ts'
import type { Lease } from '../store/reputationLeases.ts'
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
  readonly lease: Lease
  readonly budget: Budget
}

/** Another run has taken over: this one was thought to be cut off. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Records how far the run has come. Throws LeaseLost, store_unavailable. */
export async function record({ store, lease }: Run, ...[key, changes]: Recorded): Promise<void> {
  if (!(await store.leases.setState(lease, key, changes))) throw new LeaseLost('another run has the lease')
}
type Recorded = Parameters<ReputationStore['leases']['setState']> extends [unknown, ...infer R] ? R : never
