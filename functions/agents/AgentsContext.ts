import type { Context } from '../../shared/http/handler.ts'
import { createReadOutside } from '../../shared/outside/createReadOutside.ts'
import type { ReadOutside } from '../../shared/outside/ReadOutside.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import type { AgentsEnv } from './env.ts'
import { createRooms, type Rooms } from './rooms/createRooms.ts'

export interface AgentsContext extends Context {
  readonly store: LogStore
  readonly accounts: AccountStore
  readonly readOutside: ReadOutside
  readonly rooms: Rooms
}

/** Everything that the handlers need. */
export const createAgentsContext = (common: Context, env: AgentsEnv): AgentsContext => ({
  ...common,
  store: createLogStore(env.DB),
  accounts: createAccountStore(env.DB),
  readOutside: createReadOutside(env),
  rooms: createRooms(common, env),
})
