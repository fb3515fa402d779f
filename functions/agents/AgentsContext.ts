import type { Context } from '../../shared/http/handler.ts'
import { readEmbedded } from '../../shared/outside/readEmbedded.ts'
import type { ReadOutside } from '../../shared/outside/ReadOutside.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import { createFeedbackChecks, type FeedbackChecks } from '../../shared/store/feedbackChecks.ts'
import { createFeedbackRows, type FeedbackRows } from '../../shared/store/feedbackRows.ts'
import type { AgentsEnv } from './env.ts'

export interface AgentsContext extends Context {
  readonly store: LogStore
  readonly feedback: FeedbackRows
  readonly accounts: AccountStore
  readonly checks: FeedbackChecks
  readonly readOutside: ReadOutside
}

/** Everything that the handlers need. */
export const createAgentsContext = (common: Context, env: AgentsEnv): AgentsContext => ({
  ...common,
  store: createLogStore(env.DB),
  feedback: createFeedbackRows(env.DB),
  accounts: createAccountStore(env.DB),
  checks: createFeedbackChecks(env.DB),
  readOutside: readEmbedded,
})
