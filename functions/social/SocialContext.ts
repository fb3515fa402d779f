import type { Context } from '../../shared/http/handler.ts'
import { createReadOutside } from '../../shared/outside/createReadOutside.ts'
import type { ReadOutside } from '../../shared/outside/ReadOutside.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import type { SocialEnv } from './env.ts'

export interface SocialContext extends Context {
  readonly store: LogStore
  readonly accounts: AccountStore
  readonly readOutside: ReadOutside
}

/** Everything that the handlers need. */
export const createSocialContext = (common: Context, env: SocialEnv): SocialContext => ({
  ...common,
  store: createLogStore(env.DB),
  accounts: createAccountStore(env.DB),
  readOutside: createReadOutside(env),
})
