import type { Context } from '../../shared/http/handler.ts'
import type { ArtifactStorage } from '../../shared/storage/ArtifactStorage.ts'
import { noStorage } from '../../shared/storage/noStorage.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import { createReputationGraphs, type ReputationGraphs } from '../../shared/store/reputationGraphs.ts'
import { createFeedbackRows, type FeedbackRows } from '../../shared/store/feedbackRows.ts'
import type { SocialEnv } from './env.ts'

export interface SocialContext extends Context {
  readonly store: LogStore
  readonly feedback: FeedbackRows
  readonly accounts: AccountStore
  readonly graphs: ReputationGraphs
  readonly storage: ArtifactStorage
}

/** Everything that the handlers need. */
export const createSocialContext = (common: Context, env: SocialEnv): SocialContext => ({
  ...common,
  store: createLogStore(env.DB),
  feedback: createFeedbackRows(env.DB),
  accounts: createAccountStore(env.DB),
  graphs: createReputationGraphs(env.DB),
  storage: noStorage,
})
