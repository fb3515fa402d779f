import type { Context } from '../../shared/http/handler.ts'
import type { Store } from '../../shared/store/createStore.ts'

export interface VaultContext extends Context {
  readonly store: Store
  readonly lendpoolLtvBps: number
}
