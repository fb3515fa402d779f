import { rpc } from '../../schema/rpc/index.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { rememberSessions } from '../../shared/auth/rememberSessions.ts'
import { serve } from '../../shared/http/serve.ts'
import { createRpcContext } from './context.ts'
import { RpcEnv } from './env.ts'
import { proxyRpc } from './proxy/proxyRpc.ts'
import { scheduled } from './scheduled.ts'

export { RpcSlots } from './proxy/slots/RpcSlots.ts'
export { SponsorQuota } from './paymaster/SponsorQuota.ts'

export default {
  fetch: serve({
    name: 'rpc',
    env: RpcEnv,
    operations: rpc,
    handlers: {
      callPaymaster: async (input, { paymaster }) => (await paymaster()).callPaymaster(input),
      proxyRpc,
    },
    context: createRpcContext,
    authenticate: (context, env) => rememberSessions(authenticate(context, env), context),
  }),
  scheduled,
}
