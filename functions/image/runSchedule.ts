import { createContext } from '../../shared/http/context.ts'
import { createImageRetention } from './store/imageRetention.ts'
import type { ImageEnv } from './env.ts'
import { createImageContext, type ImageContext } from './ImageContext.ts'
import { runJobs } from './jobs/runJobs.ts'

/** The family's scheduled work; a part that fails does not hold up the others, and the run then fails as a whole. */
export async function runSchedule(env: ImageEnv): Promise<void> {
  const context = createImageContext(createContext(env), env)
  const ended = await Promise.allSettled([runJobs(context), tidy(context, env.DB)])
  const failed = ended.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  if (failed.length > 0) throw new AggregateError(failed, 'scheduled work of the image family failed')
}

/** Ends jobs whose worker was cut off, and deletes what is not to be kept any longer. */
async function tidy({ jobs, files, now }: ImageContext, db: D1Database): Promise<void> {
  const seconds = Math.floor(now() / 1000)
  const retention = createImageRetention(db)
  await jobs.expire(seconds)
  await retention.prune(seconds)
  for (const id of await retention.abandoned(seconds)) {
    await files.delete(id)
    await retention.forget(id)
  }
}
