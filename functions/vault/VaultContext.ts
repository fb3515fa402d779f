import type { Env } from '../../shared/env/env.ts'
import type { Context } from '../../shared/http/handler.ts'
import type { Store } from '../../shared/store/createStore.ts'

export interface VaultEnv extends Env {
  readonly DB: D1Database
  /** Loan-to-value, in basis points, for which reports suggest a lending bucket; 7000 when absent. */
  readonly LENDPOOL_LTV_BPS?: string
}

export interface VaultContext extends Context<VaultEnv> {
  readonly store: Store
  readonly lendpoolLtvBps: number
}
