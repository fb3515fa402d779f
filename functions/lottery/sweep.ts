import { createContext } from '../../shared/http/context.ts'
import { createKeyCoverageStore } from './store/keyCoverage.ts'
import { createAmoeProjection } from './store/amoe.ts'
import { createLogStore } from '../../shared/store/createLogStore.ts'
import { createAmoe } from './amoe/createAmoe.ts'
import { refundEntries } from './amoe/refundEntries.ts'
import { sweepTickets } from './ingest/sweepTickets.ts'
import type { LotteryEnv } from './env.ts'

/** The lottery's scheduled work. One job that fails does not hold up the others; the run then fails as a whole. */
export async function sweep(env: LotteryEnv): Promise<void> {
  const common = createContext(env)
  const { chain, now } = common
  const { ledger } = createAmoe(common, env)
  const projection = createAmoeProjection(env.DB)
  const jobs = [
    refundEntries({ chain, store: createLogStore(env.DB), projection, ledger, finality: env.AMOE_FINALITY, now }),
    sweepTickets(env, now),
    createKeyCoverageStore(env.DB).prune(Math.floor(now() / 1000)),
  ]
  const failed = (await Promise.allSettled(jobs)).flatMap((job) => (job.status === 'rejected' ? [job.reason] : []))
  if (failed.length > 0) throw new AggregateError(failed, 'the lottery’s scheduled work failed in part')
}
