import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import { createWalletCustody } from '../../shared/custody/createWalletCustody.ts'
import type { WalletCustody } from '../../shared/custody/WalletCustody.ts'
import type { Context } from '../../shared/http/handler.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import { createCreatorStore, type CreatorStore } from '../../shared/store/creators.ts'
import type { AgentsEnv } from './env.ts'

/** What builders need: the chain as it is, and a way to simulate what they built. */
export interface BuildContext extends Context {
  readonly simulate: Simulate
}

export interface AgentsContext extends BuildContext {
  readonly store: LogStore
  readonly accounts: AccountStore
  readonly creators: CreatorStore
  readonly custody: WalletCustody
}

/** Everything that the handlers need. */
export const createAgentsContext = (common: Context, env: AgentsEnv): AgentsContext => ({
  ...common,
  simulate: createSimulator(common.chain, common.now),
  store: createLogStore(env.DB),
  accounts: createAccountStore(env.DB),
  creators: createCreatorStore(env.DB),
  custody: createWalletCustody(env, common.now),
})
