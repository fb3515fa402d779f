import { readEnv } from '../../shared/env/readEnv.ts'
import { CoreEnv } from './env.ts'
import { indexLogs } from './indexLogs.ts'

export { LimitCounter } from './LimitCounter.ts'
export { Limits } from './Limits.ts'
export { Sessions } from './Sessions.ts'
export { StreamSlots } from './StreamSlots.ts'
/** Nonces of sign-in messages and of signed requests. */
export { NonceSet as Nonces } from '../../shared/durable/NonceSet.ts'

/** Core does not answer public requests; the families reach it through bindings. */
export default {
  fetch: (): Response => new Response(null, { status: 404 }),
  scheduled: (_: ScheduledController, env: object): Promise<void> => indexLogs(readEnv(CoreEnv, env)),
}
