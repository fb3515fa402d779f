import { TriggerRuns as Shipped } from '../../functions/cre/TriggerRuns.ts'
import { createTriggerRuns, type TriggerRunsObject } from '../../functions/cre/triggerRunStore.ts'
import { askShard } from '../../shared/durable/askShard.ts'

interface Sweepable {
  /** Runs the alarm at once, after making all rows `aged` seconds older; says how many rows are left. */
  sweep(aged: number): Promise<number>
}

export class TriggerRuns extends Shipped implements Sweepable {
  async sweep(aged: number): Promise<number> {
    const { sql } = this.ctx.storage
    sql.exec('UPDATE runs SET expires_at = expires_at - ?', aged)
    await this.alarm()
    return sql.exec('SELECT 1 FROM runs').toArray().length
  }
}

interface Env {
  readonly TRIGGER_RUNS: DurableObjectNamespace<TriggerRunsObject & Sweepable>
}

/** `/run` runs one execution, `/sweep?days=…` sweeps the object that holds it. */
export default {
  async fetch(request: Request, { TRIGGER_RUNS }: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const requestId = 'kept'
    if (pathname === '/run')
      return Response.json(
        await createTriggerRuns(TRIGGER_RUNS).run({ requestId, workflowId: 'ab'.repeat(32), input: '{}' }),
      )
    const aged = Number(searchParams.get('days')) * 86_400
    return Response.json(await askShard(TRIGGER_RUNS, requestId, (shard) => shard.sweep(aged)))
  },
}
