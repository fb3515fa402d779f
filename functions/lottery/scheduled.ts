import { schedule } from '../../shared/http/schedule.ts'
import { createLogStore } from '../../shared/store/createLogStore.ts'
import { createAmoe } from './amoe/createAmoe.ts'
import { refundEntries } from './amoe/refundEntries.ts'
import { LotteryEnv } from './env.ts'
import { sweepTickets } from './ingest/sweepTickets.ts'
import { createAmoeProjection } from './store/amoe.ts'
import { createKeyCoverageStore } from './store/keyCoverage.ts'

/** Ends free entries that are past their deadline, fetches tickets of the other chain, and applies the retention rules. */
export const scheduled = schedule('lottery', LotteryEnv, {
  refundEntries: ({ env, ...common }) =>
    refundEntries({
      chain: common.chain,
      now: common.now,
      store: createLogStore(env.DB),
      projection: createAmoeProjection(env.DB),
      ledger: createAmoe(common, env).ledger,
      finality: env.AMOE_FINALITY,
    }),
  sweepTickets: ({ env, now }) => sweepTickets(env, now),
  pruneKeyCoverage: ({ env, seconds }) => createKeyCoverageStore(env.DB).prune(seconds),
})
