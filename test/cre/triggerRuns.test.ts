import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { expect, test } from 'vitest'
import { startCreGateway } from '../../localnet/creGateway/startCreGateway.ts'
import { bundleWorker } from '../support/bundleWorker.ts'

test('an answer is kept for 30 days, and no longer', async () => {
  const gateway = await startCreGateway()
  const script = await bundleWorker({ file: path.join(import.meta.dirname, 'triggerRunsWorker.ts') })
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script,
      compatibilityDate: '2026-09-01',
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
