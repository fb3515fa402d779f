import { gateway } from '../../schema/gateway/index.ts'
import type { Context } from '../../shared/http/handler.ts'
import { serveOffChain } from '../../shared/http/serveOffChain.ts'
import { batchReads, type GatewayContext } from './batchReads.ts'
import { GatewayEnv } from './env.ts'

const createContext = (common: Context, env: object): GatewayContext => ({ ...common, env })

/** The gateway's own operations: a module of its own, so that requests that pass through load no pipeline. */
export const serveOperations = serveOffChain({
  name: 'gateway',
  env: GatewayEnv,
  operations: gateway,
  handlers: { batchReads },
  context: createContext,
})
