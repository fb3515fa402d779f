import type { AuthEnv } from '../../shared/auth/authenticate.ts'
import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import type { Context } from '../../shared/http/handler.ts'

/** What builders stand on: the chain as it is, and a way to try what they built. */
export interface BuildContext extends Context<AuthEnv> {
  readonly simulate: Simulate
}

export const createBuildContext = (common: Context<AuthEnv>): BuildContext => ({ ...common, simulate: createSimulator(common.chain, common.now) })
