import { schedule } from '../../shared/http/schedule.ts'
import { createImageRetention } from './store/imageRetention.ts'
import { ImageEnv } from './env.ts'
import { createImageContext, type ImageContext } from './context.ts'
import { runJob } from './jobs/runJob.ts'

/** Jobs of one run at the same time, each with several images in memory, and how long a run takes further ones. */
const LANES = 2
const TAKES_MS = 60_000

/** Takes the jobs that are due, one after the other in each lane. Nothing where no generator is configured. */
async function runJobs(context: ImageContext): Promise<void> {
  const { jobs, provider, now } = context
  if (!provider) return
  const until = now() + TAKES_MS
  const lane = async () => {
    while (now() < until) {
      const job = await jobs.take(Math.floor(now() / 1000))
      if (!job) return
      await runJob(job, provider, context)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

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
