import { settleLinks } from '../../shared/domain/authority/settleLink.ts'
import { createSessionStore } from '../../shared/durable/sessions.ts'
import { schedule } from '../../shared/http/schedule.ts'
import { createAccountWallets } from '../../shared/store/accountWallets.ts'
import { prune } from '../../shared/store/retention.ts'
import { AccountEnv } from './env.ts'
import { finishDeletions } from './portfolio/finishDeletion.ts'
import { retention } from './store/retention.ts'

/** Finishes deletions, ends links of smart wallets that a finalized block no longer confirms, and prunes old rows. */
export const scheduled = schedule('account', AccountEnv, {
  finishDeletions: ({ env, now }) => finishDeletions(env, now()),
  settleLinks: ({ env, chain, now }) =>
    settleLinks({ chain, links: createAccountWallets(env.DB), sessions: createSessionStore(env.SESSIONS, now), now }),
  prune: ({ env, seconds }) => prune(env.DB, retention(seconds)),
})
