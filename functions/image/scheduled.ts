import { schedule } from '../../shared/http/schedule.ts'
import { createImageRetention } from './store/imageRetention.ts'
import { ImageEnv } from './env.ts'
import { createImageContext, type ImageContext } from './context.ts'
import { runJobs } from './jobs/runJobs.ts'

/** Makes the images of jobs that are due; ends those whose worker was cut off, and applies the retention rules. */
export const scheduled = schedule('image', ImageEnv, {
  runJobs: ({ env, ...common }) => runJobs(createImageContext(common, env)),
  tidy: ({ env, seconds, ...common }) => tidy(createImageContext(common, env), env.DB, seconds),
})

async function tidy({ jobs, files }: ImageContext, db: D1Database, seconds: number): Promise<void> {
  const retention = createImageRetention(db)
  await jobs.expire(seconds)
  await retention.prune(seconds)
  for (const id of await retention.abandoned(seconds)) {
    await files.delete(id)
    await retention.forget(id)
  }
}
