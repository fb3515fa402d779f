import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import type { Env } from '../../shared/http/env.ts'
import type { Context } from '../../shared/http/handler.ts'

/** What builders stand on: the chain as it is, and a way to try what they built. */
export interface BuildContext<E extends Env = Env> extends Context<E> {
  readonly simulate: Simulate
}

export const createBuildContext = <E extends Env>(common: Context<E>): BuildContext<E> => ({
  ...common,
  simulate: createSimulator(common.chain, common.now),
})
