import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import { createCodeReader, type ReadWithCode } from '../../shared/chain/createCodeReader.ts'
import { STRATEGY_SELECTORS } from '../../shared/domain/lpstrat/strategyFunction.ts'
import type { Context } from '../../shared/http/handler.ts'

/** What builders stand on: the chain as it is, and a way to try what they built. */
export interface BuildContext extends Context {
  readonly simulate: Simulate
  /** Reads the chain together with which functions of a liquidity strategy are in the code at an address. */
  readonly readWithCode: ReadWithCode
}

export const createBuildContext = (common: Context): BuildContext => ({
  ...common,
  simulate: createSimulator(common.chain, common.now),
  readWithCode: createCodeReader(common.chain, STRATEGY_SELECTORS, common),
})
