import { status } from '../../schema/status/index.ts'
import { serveOffChain } from '../../shared/http/serveOffChain.ts'
import { createStatusContext } from './context.ts'
import { StatusEnv } from './env.ts'
import { getStatus } from './getStatus.ts'

/** How the deployment is: a Worker of its own, so that the gateway, which every request passes, carries no pipeline. */
export default {
  fetch: serveOffChain({
    name: 'status',
    env: StatusEnv,
    operations: status,
    handlers: { getStatus },
    context: createStatusContext,
  }),
}
