import type * as z from 'zod'
import type { CommonEnv } from '../env/env.ts'
import { openEnv } from '../env/readEnv.ts'
import { logError } from '../log/logError.ts'
import { createContext } from './context.ts'
import type { Watch } from '../log/Watch.ts'
import { createWatch, watched } from './createWatch.ts'
import type { Context } from './handler.ts'

/** The dependencies of a job: those of handlers, the environment of the Worker, and the start of the run. */
export interface ScheduledRun<E> extends Context {
  readonly env: E
  /** Unix seconds. */
  readonly seconds: number
}

/** Scheduled work by its name in the log. */
export type Jobs<E> = Readonly<Record<string, (run: ScheduledRun<E>) => unknown>>

/**
 * The scheduled handler of a Worker. The jobs of a stage run at once, and stages one after another; each job runs, even if
 * another one fails. A job that fails is logged as `schedule_failed`, and the handler then throws an AggregateError of
 * all failures at the end. A job that needs a wrong variable fails.
 */
export const schedule =
  <E extends CommonEnv>(worker: string, schema: z.ZodType<E>, ...stages: readonly Jobs<E>[]) =>
  async ({ cron }: Pick<ScheduledController, 'cron'>, bindings: object): Promise<void> => {
    const failures: unknown[] = []
    const begin = async (): Promise<{ run: ScheduledRun<E>; watch: Watch }> => {
      const env = openEnv(schema, bindings)
      const context = createContext(env)
      const run = { ...context, env, seconds: Math.floor(context.now() / 1000) }
      return { run, watch: createWatch(env.STATUS_BOARD, context.now) }
    }
    const begun = begin()
    const { watch } = await begun.catch(() => ({ watch: undefined }))
    const attempt = async ([job, work]: [string, Jobs<E>[string]]): Promise<void> => {
      try {
        await work((await begun).run)
      } catch (error) {
        logError('error', 'schedule_failed', error, { worker, job, cron })
        failures.push(error)
      }
    }
    const inStages = async () => {
      for (const jobs of stages) await Promise.all(Object.entries(jobs).map(attempt))
    }
    await (watch ? watched(watch, inStages) : inStages())
    if (failures.length > 0) throw new AggregateError(failures, `scheduled work of ${worker} failed`)
  }
