import path from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { expect, test } from 'vitest'
import { startCreGateway } from '../../localnet/creGateway/startCreGateway.ts'

test('an answer is kept for 30 days, and no longer', async () => {
  const gateway = await startCreGateway()
  const bundle = await build({
    entryPoints: [path.join(import.meta.dirname, 'triggerRunsWorker.ts')],
    bundle: true,
    format: 'esm',
    write: false,
    external: ['cloudflare:*', 'node:*'],
    conditions: ['workerd', 'import'],
  })
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: bundle.outputFiles[0]?.text ?? '',
      compatibilityDate: '2026-09-01',
      compatibilityFlags: ['nodejs_compat'],
      bindings: gateway.variables,
      durableObjects: { TRIGGER_RUNS: { className: 'TriggerRuns', useSQLite: true } },
      cf: false,
    }),
  )
  const ask = async (path: string): Promise<unknown> => (await runtime.dispatchFetch(`http://runs${path}`)).json()

  expect(await ask('/run')).toMatchObject({ outcome: 'accepted' })
  expect(await ask('/sweep?days=29')).toBe(1)
  expect(await ask('/run')).toMatchObject({ outcome: 'accepted' })
  expect(gateway.accepted).toHaveLength(1)
  expect(await ask('/sweep?days=1')).toBe(0)
  // The gateway knows it still: the same id is the same execution to it.
  expect(await ask('/run')).toMatchObject({ outcome: 'accepted' })
  expect(gateway.accepted).toHaveLength(2)
  expect(gateway.accepted[1]?.executionId).toBe(gateway.accepted[0]?.executionId)
  await runtime.dispose()
  await gateway.stop()
})
