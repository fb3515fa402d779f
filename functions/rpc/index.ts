import { rpc } from '../../schema/rpc.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { RpcEnv } from './env.ts'
import { proxyRpc } from './proxy/proxyRpc.ts'
import { rememberSessions } from './proxy/rememberSessions.ts'
import { createRpcContext } from './RpcContext.ts'

export { RpcSlots } from './proxy/slots/RpcSlots.ts'

export default {
  fetch: serve({
    name: 'rpc',
    env: RpcEnv,
    operations: rpc,
    handlers: { proxyRpc },
    context: createRpcContext,
    authenticate: (context, env) => rememberSessions(authenticate(context, env), context),
  }),
}
