import { schedule } from '../../shared/http/schedule.ts'
import { createLogStore } from '../../shared/store/createLogStore.ts'
import { createAmoe } from './amoe/createAmoe.ts'
import { refundEntries } from './amoe/refundEntries.ts'
import { LotteryEnv } from './env.ts'
import { createIngest } from './ingest/createIngest.ts'
import { ingestSignatures } from './ingest/ingestSignatures.ts'
import { pullTickets } from './ingest/pullTickets.ts'
import { createAmoeProjection } from './store/amoe.ts'
import { createKeyCoverageStore } from './store/keyCoverage.ts'

/** Waiting transactions that one run fetches again. */
const DUE = 100

/**
 * Ends free entries that are past their deadline; fetches tickets of the other chain, first those of waiting transactions
 * and then those that no delivery contained; applies the retention rules.
 */
export const scheduled = schedule(
  'lottery',
  LotteryEnv,
  {
    refundEntries: ({ env, ...common }) =>
      refundEntries({
        chain: common.chain,
        now: common.now,
        store: createLogStore(env.DB),
        projection: createAmoeProjection(env.DB),
        ledger: createAmoe(common, env).ledger,
        finality: env.AMOE_FINALITY,
      }),
    async fetchTickets({ env, now, seconds }) {
      const ingest = createIngest(env, now)
      if (!ingest) return
      await ingestSignatures(await ingest.inbox.due(seconds, DUE), ingest)
      await pullTickets(ingest)
    },
    pruneKeyCoverage: ({ env, seconds }) => createKeyCoverageStore(env.DB).prune(seconds),
  },
  { pruneTickets: ({ env, now, seconds }) => createIngest(env, now)?.inbox.prune(seconds) },
)
