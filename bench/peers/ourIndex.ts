import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { Address, Hex } from 'viem'
import { z } from 'zod'
import { freePorts } from '../../localnet/ports.ts'
import { COMPATIBILITY_DATE } from '../../platform/workers.ts'
import { applyMigrations, MIGRATIONS } from '../../test/store/openMigratedD1.ts'
import { bundleWorker } from '../../test/support/bundleWorker.ts'
import { watchHeap } from './watchHeap.ts'

const Report = z.object({
  outcome: z.enum(['current', 'more', 'overtaken', 'behind']),
  chain: z.number(),
  logs: z.number(),
  requests: z.number(),
  rolledBack: z.array(z.number().nullable()),
})

/** The runtime ends an isolate whose heap grows beyond it. */
export const HEAP_MIB = 64

/** The log index in workerd, with D1, and nothing else. */
export async function startOurIndex(of: { readonly node: string; readonly contract: Address; readonly event: Hex }) {
  const [port = 0, inspectorPort = 0] = await freePorts(2)
  const before = process.env['MINIFLARE_WORKERD_V8_FLAGS']
  process.env['MINIFLARE_WORKERD_V8_FLAGS'] = `--max-heap-size=${HEAP_MIB}`
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      inspectorPort,
      workers: [
        {
          name: 'index',
          modules: true,
          script: await bundleWorker({ file: path.join(import.meta.dirname, 'indexWorker.ts') }),
          compatibilityDate: COMPATIBILITY_DATE,
          d1Databases: { DB: 'index' },
          bindings: { NODE: of.node, CONTRACT: of.contract, EVENT: of.event },
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
    }),
  )
  await runtime.ready
  if (before === undefined) delete process.env['MINIFLARE_WORKERD_V8_FLAGS']
  else process.env['MINIFLARE_WORKERD_V8_FLAGS'] = before
  const d1 = await runtime.getD1Database('DB')
  await applyMigrations(d1, MIGRATIONS)
  return {
    count: async () => Number(await d1.prepare('select count(*) n from logs').first('n')),
    /** Runs it until it has reached the head, as the schedule would do. */
    async catchUp() {
      const heap = await watchHeap(new URL(`ws://127.0.0.1:${inspectorPort}/core:user:index`))
      const started = performance.now()
      const sum = { runs: 0, logs: 0, requests: 0, rolledBack: new Array<number | null>() }
      for (let outcome = 'more'; outcome !== 'current'; sum.runs++) {
        const answer = await fetch(`http://127.0.0.1:${port}/`)
        if (!answer.ok) throw new Error(await answer.text())
        const report = Report.parse(await answer.json())
        sum.logs += report.logs
        sum.requests += report.requests
        sum.rolledBack.push(...report.rolledBack)
        outcome = report.outcome
      }
      const seconds = (performance.now() - started) / 1000
      return { ...sum, seconds, heapMiB: heap.stop() }
    },
    stop: () => runtime.dispose(),
  }
}
