import type { vault } from '../../schema/vault/index.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import type { LogStore } from '../../shared/store/createLogStore.ts'
import type { VaultHours } from '../../shared/store/vaultHours.ts'
import type { Vaults } from '../../shared/store/vaults.ts'

export interface VaultContext extends Context {
  readonly store: LogStore
  readonly vaults: Vaults
  readonly hours: VaultHours
  readonly lendpoolLtvBps: number
}

export type VaultHandler<O extends keyof typeof vault> = Handler<(typeof vault)[O], VaultContext>
