import { rpc } from '../../schema/rpc/index.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { serve } from '../../shared/http/serve.ts'
import { createPaymasterDecisions } from './store/paymasterDecisions.ts'
import { RpcEnv } from './env.ts'
import { callPaymaster } from './paymaster/callPaymaster.ts'
import { proxyRpc } from './proxy/proxyRpc.ts'
import { rememberSessions } from './proxy/rememberSessions.ts'
import { createRpcContext } from './RpcContext.ts'

export { RpcSlots } from './proxy/slots/RpcSlots.ts'
export { SponsorQuota } from './paymaster/SponsorQuota.ts'

export default {
  fetch: serve({
    name: 'rpc',
    env: RpcEnv,
    operations: rpc,
    handlers: { callPaymaster, proxyRpc },
    context: createRpcContext,
    authenticate: (context, env) => rememberSessions(authenticate(context, env), context),
  }),
  scheduled: (_: ScheduledController, env: object): Promise<void> =>
    createPaymasterDecisions(readEnv(RpcEnv, env).DB).prune(Math.floor(Date.now() / 1000)),
}
