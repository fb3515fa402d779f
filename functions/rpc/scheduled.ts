import { schedule } from '../../shared/http/schedule.ts'
import { RpcEnv } from './env.ts'
import { createPaymasterDecisions } from './store/paymasterDecisions.ts'

/** The retention rules. */
export const scheduled = schedule('rpc', RpcEnv, {
  pruneDecisions: ({ env, seconds }) => createPaymasterDecisions(env.DB).prune(seconds),
})
