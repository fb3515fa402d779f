import { settleLinks } from '../../shared/domain/authority/settleLink.ts'
import { createSessionStore } from '../../shared/durable/sessions.ts'
import { createContext } from '../../shared/http/context.ts'
import { createAccountWallets } from '../../shared/store/accountWallets.ts'
import type { AccountEnv } from './env.ts'
import { finishDeletions } from './portfolio/finishDeletions.ts'
import { prune } from './prune.ts'

/** Ends links of smart wallets that a finalized block denies. */
async function settle(env: AccountEnv, now: number): Promise<void> {
  const clock = () => now
  const { chain } = createContext(env, clock)
  const links = createAccountWallets(env.DB)
  await settleLinks({ chain, links, sessions: createSessionStore(env.SESSIONS, clock), now: clock })
}

/** The family's scheduled work; a part that fails does not hold up the others. `now` in unix milliseconds. */
export async function sweep(env: AccountEnv, now: number): Promise<void> {
  const ended = await Promise.allSettled([finishDeletions(env, now), settle(env, now), prune(env, now)])
  const failed = ended.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  if (failed.length > 0) throw new AggregateError(failed, 'scheduled work of the account family failed')
}
