import type { ImageContext } from '../context.ts'
import { runJob } from './runJob.ts'

/** Jobs of one run at the same time, each with several images in memory, and how long a run takes further ones. */
const LANES = 2
const TAKES_MS = 60_000

/** Takes the jobs that are due, one after the other in each lane. Nothing where no generator is configured. */
export async function runJobs(context: ImageContext): Promise<void> {
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
