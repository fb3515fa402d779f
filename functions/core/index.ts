import { readEnv } from '../../shared/env/readEnv.ts'
import { CoreEnv } from './env.ts'
import { indexLogs } from './indexLogs.ts'

export { LimitCounter } from './LimitCounter.ts'
export { Limits } from './Limits.ts'
export { Nonces } from './Nonces.ts'
export { Sessions } from './Sessions.ts'

/** Core answers no request of the public; families reach it by bindings. */
export default {
  fetch: (): Response => new Response(null, { status: 404 }),
  scheduled: (_: ScheduledController, env: object): Promise<void> => indexLogs(readEnv(CoreEnv, env)),
}
