import { rpc } from '../../schema/rpc.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { RpcEnv } from './env.ts'
import { createRpcContext } from './RpcContext.ts'

export default {
  fetch: serve({
    name: 'rpc',
    env: RpcEnv,
    operations: rpc,
    handlers: {},
    context: createRpcContext,
    authenticate,
  }),
}
