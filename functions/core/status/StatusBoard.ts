import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from '../../../shared/durable/migrate.ts'
import type { BoardView, Report, Sample, StatusBoardObject } from '../../../shared/durable/statusBoard.ts'
import { unixSeconds } from '../../../shared/durable/prune.ts'
import { SingleFlight } from '../../../shared/cache/SingleFlight.ts'
import { openEnv } from '../../../shared/env/readEnv.ts'
import { BoardEnv } from '../env.ts'
import { createProbe, type Probe } from './createProbe.ts'
import { createParts, type Parts } from './createParts.ts'
import { createSamples, SAMPLES_TABLE } from './createSamples.ts'

/** How long a view is served to all callers, and its age at which the schedule probes again. */
const KEPT_MS = 1000
const SCHEDULED_MS = 30_000

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS parts (
     name TEXT PRIMARY KEY, state TEXT NOT NULL, since INTEGER NOT NULL,
     seen_at INTEGER NOT NULL, failures INTEGER NOT NULL, latency_ms INTEGER
   ) WITHOUT ROWID`,
  SAMPLES_TABLE,
]

/**
 * How the parts of the deployment are, and since when: a row for each, and a sample for each five minutes of the last day. It
 * looks at the nodes and at the index itself, for all who ask at most once a second; all else it knows from reports of what
 * calls have shown.
 */
export class StatusBoard extends DurableObject implements StatusBoardObject {
  readonly #parts: Parts
  readonly #samples: ReturnType<typeof createSamples>
  readonly #probes = new SingleFlight<BoardView>()
  #probe: Probe | undefined
  #last: { readonly view: BoardView; readonly at: number } | undefined

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
    this.#parts = createParts(ctx.storage.sql)
    this.#samples = createSamples(ctx.storage.sql)
  }

  async report(reports: readonly Report[]): Promise<void> {
    for (const report of reports) this.#parts.add(report, Date.now())
  }

  async view(): Promise<BoardView> {
    if (this.#last && Date.now() - this.#last.at < KEPT_MS) return this.#last.view
    return this.#probes.run('view', () => this.#renew(), { waitUntil: (work) => this.ctx.waitUntil(work) })
  }

  async keep(): Promise<void> {
    const isFresh = this.#last && Date.now() - this.#last.at < SCHEDULED_MS
    this.#samples.add(isFresh && this.#last ? this.#last.view : await this.view())
  }

  async samples(): Promise<readonly Sample[]> {
    return this.#samples.all(unixSeconds())
  }

  async #renew(): Promise<BoardView> {
    this.#probe ??= createProbe(openEnv(BoardEnv, this.env), this.#parts)
    const view = await this.#probe((work) => this.ctx.waitUntil(work))
    this.#last = { view, at: Date.now() }
    return view
  }
}
