import { createContext } from '../../shared/http/context.ts'
import { logError } from '../../shared/log/logError.ts'
import { createChatTelemetry } from './store/chatTelemetry.ts'
import type { SocialEnv } from './env.ts'
import { createReputationStore } from './store/reputation.ts'
import { createReputation } from './reputation/createReputation.ts'
import { CANONICAL, HOT, type Lane } from './reputation/lanes.ts'
import { runLane } from './reputation/runLane.ts'
import { SCHEDULES } from './schedules.ts'

/**
 * The family's scheduled work: the one of that cron expression. Without a reputation provider its lanes do nothing. A run
 * that fails says so in the log, and fails.
 */
export async function runSchedule(cron: string, env: SocialEnv): Promise<void> {
  const common = createContext(env)
  const reputation = createReputation(common, env)
  const lane = (one: Lane) => reputation && runLane(one, reputation)
  try {
    if (cron === SCHEDULES.canonical) await lane(CANONICAL)
    else if (cron === SCHEDULES.hot) await lane(HOT)
    else if (cron === SCHEDULES.prune) await prune(env, Math.floor(common.now() / 1000))
    else throw new Error('no scheduled work has this cron expression')
  } catch (error) {
    logError('error', 'schedule_failed', error, { cron })
    throw error
  }
}

/** The retention rules of the family's tables; `now` in unix seconds. */
async function prune({ DB }: SocialEnv, now: number): Promise<void> {
  await createChatTelemetry(DB).prune(now)
  await createReputationStore(DB).keys.prune()
}
