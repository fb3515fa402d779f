import { settleLinks } from '../../shared/domain/authority/settleLinks.ts'
import { createSessionStore } from '../../shared/durable/sessions.ts'
import { schedule } from '../../shared/http/schedule.ts'
import { createAccountWallets } from '../../shared/store/accountWallets.ts'
import { pruneAdminLog } from '../../shared/store/adminLog.ts'
import { AccountEnv } from './env.ts'
import { finishDeletions } from './portfolio/finishDeletions.ts'
import { createAccessRequests } from './store/accessRequests.ts'
import { createHandoffStore } from './store/handoffs.ts'
import { createSvmStore } from './store/svmSweeps.ts'

/** Finishes deletions, ends links of smart wallets that a finalized block denies, and applies the retention rules. */
export const scheduled = schedule('account', AccountEnv, {
  finishDeletions: ({ env, now }) => finishDeletions(env, now()),
  settleLinks: ({ env, chain, now }) =>
    settleLinks({ chain, links: createAccountWallets(env.DB), sessions: createSessionStore(env.SESSIONS, now), now }),
  pruneAccessRequests: ({ env, seconds }) => createAccessRequests(env.DB).prune(seconds),
  pruneAdminLog: ({ env, seconds }) => pruneAdminLog(env.DB, seconds),
  pruneHandoffs: ({ env, seconds }) => createHandoffStore(env.DB).purge(seconds),
  pruneWallets: ({ env, seconds }) => createAccountWallets(env.DB).purge(seconds),
  pruneSweeps: ({ env, seconds }) => createSvmStore(env.DB).purge(seconds),
})
