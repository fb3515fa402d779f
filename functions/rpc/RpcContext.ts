import type { Context } from '../../shared/http/handler.ts'
import type { RpcEnv } from './env.ts'
import { createPaymaster, type Paymaster } from './paymaster/createPaymaster.ts'

/** What the handlers of this family are given. */
export interface RpcContext extends Context {
  /** Absent where nothing is sponsored. */
  readonly paymaster: Paymaster | undefined
}

export const createRpcContext = (common: Context, env: RpcEnv): RpcContext => ({
  ...common,
  paymaster: createPaymaster(common, env),
})
