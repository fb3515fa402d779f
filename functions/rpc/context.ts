import { onceLoaded } from '../../shared/cache/onceLoaded.ts'
import type { Context } from '../../shared/http/handler.ts'
import type { RpcEnv } from './env.ts'
import { createProxy, type RpcProxy } from './proxy/createProxy.ts'

export type RpcContext = ReturnType<typeof createRpcContext>

export function createRpcContext(common: Context, env: RpcEnv) {
  let proxy: RpcProxy | undefined
  return {
    ...common,
    // Its variables close no other route.
    proxy: () => (proxy ??= createProxy(common, env)),
    paymaster: onceLoaded(
      () => import('./paymaster/openPaymaster.ts'),
      ({ openPaymaster }) => openPaymaster(common, env),
    ),
  }
}
