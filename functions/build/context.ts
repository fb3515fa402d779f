import type { build } from '../../schema/build/index.ts'
import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import { createCodeReader, type ReadWithCode } from '../../shared/chain/createCodeReader.ts'
import { strategySelectors } from './lpstrat/strategyFunction.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'

export interface BuildContext extends Context {
  readonly simulate: Simulate
  /** Reads the chain and, at the same time, which functions of a liquidity strategy the code at an address has. */
  readonly readWithCode: ReadWithCode
}

export type BuildHandler<O extends keyof typeof build> = Handler<(typeof build)[O], BuildContext>

export const createBuildContext = (common: Context): BuildContext => ({
  ...common,
  simulate: createSimulator(common.chain, common.now),
  readWithCode: createCodeReader(common.chain, strategySelectors, common),
})
