import { schedule, type ScheduledRun } from '../../shared/http/schedule.ts'
import { SocialEnv } from './env.ts'
import { CANONICAL, HOT, type Lane } from './reputation/lanes.ts'
import { createReputation } from './reputation/Run.ts'
import { runLane } from './reputation/runLane.ts'
import { SCHEDULES } from './schedules.ts'
import { createChatTelemetry } from './store/chatTelemetry.ts'
import { createReputationStore } from './store/reputation.ts'

type Run = ScheduledRun<SocialEnv>

/** Without a reputation provider a lane does nothing. */
const run = (lane: Lane) => (common: Run) => {
  const reputation = createReputation(common, common.env)
  return reputation && runLane(lane, reputation)
}

const BY_CRON: Readonly<Record<string, ReturnType<typeof schedule>>> = {
  [SCHEDULES.canonical]: schedule('social', SocialEnv, { canonical: run(CANONICAL) }),
  [SCHEDULES.hot]: schedule('social', SocialEnv, { hot: run(HOT) }),
  [SCHEDULES.prune]: schedule('social', SocialEnv, {
    pruneTelemetry: ({ env, seconds }) => createChatTelemetry(env.DB).prune(seconds),
    pruneKeys: ({ env }) => createReputationStore(env.DB).keys.prune(),
  }),
}
const unknown = schedule('social', SocialEnv, {
  unknown: () => Promise.reject(new Error('no schedule has this cron expression')),
})

/** The work of one cron expression: a reputation lane, or the retention rules. */
export const scheduled: typeof unknown = (controller, bindings) =>
  (BY_CRON[controller.cron] ?? unknown)(controller, bindings)
