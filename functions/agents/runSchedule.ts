import { ApiError } from '../../shared/errors/ApiError.ts'
import { createContext } from '../../shared/http/context.ts'
import { logError } from '../../shared/log/logError.ts'
import type { AgentsEnv } from './env.ts'
import { createMessaging } from './messages/createMessaging.ts'
import { runMessages } from './messages/runMessages.ts'

/**
 * The family's scheduled work: the messages of agents. Nothing where no messaging network is configured, or while another
 * run is under way. A run that fails says so in the log, and fails.
 */
export async function runSchedule(cron: string, env: AgentsEnv): Promise<void> {
  const messaging = createMessaging(createContext(env), env)
  if (!messaging) return
  try {
    await runMessages(messaging)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'run_in_progress') return
    logError('error', 'schedule_failed', error, { cron })
    throw error
  }
}
