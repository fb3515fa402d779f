import { BOARD } from '../../shared/durable/statusBoard.ts'
import { schedule } from '../../shared/http/schedule.ts'
import { createStore } from './store/createStore.ts'
import { CoreEnv } from './env.ts'
import { pruneIndex, runIndexJob } from './logIndex/runIndexJob.ts'

/**
 * One run of the log index. Then, since it may begin the index of another chain, the retention rules of its tables; and a look
 * at how the deployment is, so that it is known since when, though nobody asks.
 */
export const scheduled = schedule(
  'core',
  CoreEnv,
  { indexLogs: ({ env, chain, now }) => runIndexJob({ chain, store: createStore(env.DB), now }) },
  {
    pruneIndex: ({ env, chain, now }) => pruneIndex({ chain, store: createStore(env.DB), now }),
    keepStatus: ({ env }) => env.STATUS_BOARD.getByName(BOARD).keep(),
  },
)
