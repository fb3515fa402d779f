import { DurableObject } from 'cloudflare:workers'
import { SingleFlight } from '../../shared/cache/SingleFlight.ts'
import { migrate, type Step } from '../../shared/durable/migrate.ts'
import { pruneExpired, pruneSoon, unixSeconds } from '../../shared/durable/prune.ts'
import { openEnv } from '../../shared/env/readEnv.ts'
import type { Trigger, TriggerOutcome, TriggerRunsObject } from './triggerRunStore.ts'
import { type Executed, executeWorkflow } from './workflowGateway/executeWorkflow.ts'
import { GatewayEnv, readWorkflowGateway } from './workflowGateway/gatewayEnv.ts'

const RETENTION_SECONDS = 30 * 86_400
const PRUNE_EVERY_MS = 86_400_000

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS runs (
     hash TEXT PRIMARY KEY, workflow_id TEXT NOT NULL, input TEXT NOT NULL, answer TEXT, expires_at INTEGER NOT NULL
   );
   CREATE INDEX IF NOT EXISTS runs_by_expiry ON runs (expires_at)`,
  // Converts milliseconds to seconds.
  'UPDATE runs SET expires_at = expires_at / 1000',
]

const CONFLICT: TriggerOutcome = { outcome: 'conflict' }

type Row = { workflow_id: string; input: string; answer: string | null }

/**
 * Executions by requestId, one of 256 shards. The request to the gateway is made here, where there is one object per
 * requestId: callers that arrive meanwhile wait for the same request. Once the gateway has accepted, the answer stays
 * the same; after anything else, a crash included, the next try uses a new token with the same id, and so is the same
 * execution. Rows are deleted after 30 days.
 */
export class TriggerRuns extends DurableObject implements TriggerRunsObject {
  // However long it takes, none begins a second time: the object goes on as long as it has work.
  readonly #runs = new SingleFlight<Executed>(Infinity)

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
  }

  async run(hash: string, trigger: Trigger): Promise<string> {
    // Nothing is awaited before the run is under way, so no second one can begin. The claim is on disk before the
    // gateway hears of it: the output gate holds back requests just as it does answers.
    const { workflow_id, input, answer } = this.#claim(hash, trigger)
    if (workflow_id !== trigger.workflowId || input !== trigger.input) return JSON.stringify(CONFLICT)
    if (answer !== null) return answer
    // The run goes on when the caller hangs up, so that its outcome is known.
    const waitUntil = (work: Promise<unknown>) => this.ctx.waitUntil(work)
    const run = this.#runs.run(hash, () => this.#execute(hash, trigger), { waitUntil })
    const [executed] = await Promise.all([run, pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)])
    return JSON.stringify(executed)
  }

  override async alarm(): Promise<void> {
    await pruneExpired(this.ctx.storage, 'runs', PRUNE_EVERY_MS)
  }

  #claim(hash: string, { workflowId, input }: Trigger): Row {
    const { sql } = this.ctx.storage
    sql.exec(
      'INSERT INTO runs (hash, workflow_id, input, expires_at) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING',
      hash,
      workflowId,
      input,
      unixSeconds() + RETENTION_SECONDS,
    )
    return sql.exec<Row>('SELECT workflow_id, input, answer FROM runs WHERE hash = ?', hash).one()
  }

  async #execute(hash: string, { requestId, workflowId, input }: Trigger): Promise<Executed> {
    const gateway = readWorkflowGateway(openEnv(GatewayEnv, this.env))
    if (typeof gateway === 'string') return { outcome: 'failed', code: 'gateway_not_configured' }
    const executed = await executeWorkflow(gateway, { requestId, workflowId, input: JSON.parse(input) }, Date.now())
    if (executed.outcome === 'accepted')
      this.ctx.storage.sql.exec('UPDATE runs SET answer = ? WHERE hash = ?', JSON.stringify(executed), hash)
    return executed
  }
}
