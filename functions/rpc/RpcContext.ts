import type { Context } from '../../shared/http/handler.ts'
import type { RpcEnv } from './env.ts'

/** What the handlers of this family are given. */
export type RpcContext = Context

export const createRpcContext = (common: Context, _env: RpcEnv): RpcContext => common
