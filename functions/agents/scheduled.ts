import { ApiError } from '../../shared/errors/ApiError.ts'
import { schedule } from '../../shared/http/schedule.ts'
import { AgentsEnv } from './env.ts'

/** The messages of agents: nothing where no messaging network is configured, or while another run is under way. */
export const scheduled = schedule('agents', AgentsEnv, {
  async messages({ env, ...common }) {
    const { createMessaging, runMessages } = await import('./messages/openMessages.ts')
    const messaging = createMessaging(common, env)
    if (!messaging) return
    try {
      await runMessages(messaging)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'run_in_progress')) throw error
    }
  },
})
