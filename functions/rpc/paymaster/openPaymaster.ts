import type { Context } from '../../../shared/http/handler.ts'
import type { RpcEnv } from '../env.ts'
import { callPaymaster } from './callPaymaster.ts'
import { createPaymaster } from './createPaymaster.ts'

/** The paymaster's operation. This module loads with its first request: the proxy starts without it. */
export function openPaymaster(common: Context, env: RpcEnv) {
  const context = { ...common, paymaster: createPaymaster(common, env) }
  return {
    callPaymaster: (input: Parameters<typeof callPaymaster>[0]) => callPaymaster(input, context),
  }
}
