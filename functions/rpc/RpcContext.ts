import type { Context } from '../../shared/http/handler.ts'
import type { RpcEnv } from './env.ts'
import { createProxy, type RpcProxy } from './proxy/createProxy.ts'

/** What the handlers of this family are given. */
export interface RpcContext extends Context {
  readonly proxy: RpcProxy
}

export const createRpcContext = (common: Context, env: RpcEnv): RpcContext => ({
  ...common,
  proxy: createProxy(common, env),
})
