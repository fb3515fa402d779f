import type { lottery } from '../../schema/lottery/index.ts'
import { createPriorReader } from '../../shared/chain/createPriorReader.ts'
import { openAuthority } from '../../shared/domain/authority/openAuthority.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { createLogStore } from '../../shared/store/createLogStore.ts'
import { createAmoe } from './amoe/createAmoe.ts'
import type { LotteryEnv } from './env.ts'
import { createIngest } from './ingest/createIngest.ts'
import { createKeyCoverageStore } from './store/keyCoverage.ts'

export type LotteryContext = ReturnType<typeof createLotteryContext>
export type LotteryHandler<O extends keyof typeof lottery> = Handler<(typeof lottery)[O], LotteryContext>

export const createLotteryContext = (common: Context, env: LotteryEnv) => ({
  ...common,
  store: createLogStore(env.DB),
  authority: openAuthority(common, env.DB),
  coverage: createKeyCoverageStore(env.DB),
  readPrior: createPriorReader(common.chain, env.KEY_COVERAGE_LAG, common.now),
  amoe: createAmoe(common, env),
  amoeRelayers: env.AMOE_RELAYERS,
  /** Undefined if no other chain is configured. */
  ingest: createIngest(env, common.now),
  marketplace: env.MARKETPLACE,
})
