import type { Context } from '../../shared/http/handler.ts'
import type { RpcEnv } from './env.ts'
import { createProxy, type RpcProxy } from './proxy/createProxy.ts'
import { createPaymaster, type Paymaster } from './paymaster/createPaymaster.ts'

/** What the handlers of this family are given. */
export interface RpcContext extends Context {
  readonly proxy: RpcProxy
  /** Absent where nothing is sponsored. */
  readonly paymaster: Paymaster | undefined
}

export const createRpcContext = (common: Context, env: RpcEnv): RpcContext => ({
  ...common,
  proxy: createProxy(common, env),
  paymaster: createPaymaster(common, env),
})
