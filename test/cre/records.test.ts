import { describe, expect, test } from 'vitest'
import { createRuntimeStore } from '../../functions/cre/context.ts'
import { queryPlan } from '../store/queryPlan.ts'
import { patiently } from '../support/patiently.ts'
import { soak } from '../support/soak.ts'
import { block, dataOf, get, inParallel, post, send, signed, startRuntime } from './startRuntime.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startRuntime())

const ingest = (body: object) => post(net.api, 'ingest', body)

describe('ingestRuntimeRecord', () => {
  test('stores an output once, and says of a repetition that it was there', async () => {
    const output = { ...block('once', { blockNumber: 7, nested: { b: [1, 2.5], a: 'é' } }), source: 'indexer' }
    expect(dataOf(await ingest(output))).toEqual({ stored: true, inserted: true, idempotencyKey: 'once' })
    const reordered = { ...output, payload: { nested: { a: 'é', b: [1, 2.5] }, blockNumber: 7 }, source: 'another' }
    expect(dataOf(await ingest(reordered))).toEqual({ stored: true, inserted: false, idempotencyKey: 'once' })
    expect(dataOf(await get(net.api, 'ingest?kind=block&limit=1'))).toEqual({
      records: [
        {
          id: expect.any(Number),
          ...output,
          correlationId: expect.stringMatching(/^cre-runtime-[0-9a-f-]{36}$/),
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
      count: 1,
    })
  })

  test('refuses another payload under the same key, and keeps the first', async () => {
    await ingest(block('kept', { blockNumber: 1 }))
    const answer = await ingest(block('kept', { blockNumber: 2 }))
    expect([answer.status, answer.code]).toEqual([409, 'idempotency_conflict'])
    expect(dataOf(await get(net.api, 'ingest?limit=1'))).toMatchObject({ records: [{ payload: { blockNumber: 1 } }] })
  })

  test('takes the same key of another kind as another record', async () => {
    const metrics = { ...block('both'), workflow: 'runtime-indexer-data-fetch', kind: 'metrics' }
    const feeds = { ...block('both'), workflow: 'runtime-reference-feeds', kind: 'feeds' }
    for (const output of [block('both'), metrics, feeds])
      expect(dataOf(await ingest(output))).toMatchObject({ inserted: true })
  })

  test.each([
    ['a pair that is not allowed', { kind: 'metrics' }, 'kind'],
    ['an unknown workflow', { workflow: 'runtime-orchestrator' }, 'workflow'],
    ['a key that is too long', { idempotencyKey: 'k'.repeat(257) }, 'idempotencyKey'],
  ])('refuses %s with 400, naming the field', async (_, change, field) => {
    const { status, code, json } = await ingest({ ...block('refused'), ...change })
    expect([status, code]).toEqual([400, 'invalid_request'])
    expect(json).toMatchObject({ error: expect.stringContaining(`${field}: `) })
    expect(await count('refused')).toBe(0)
  })

  test('refuses JSON that has no canonical form with 400', async () => {
    // No double, and no Unicode text: RFC 8785 has no form of it.
    for (const payload of ['{"a":1e999}', '{"a":"\\ud800"}'])
      expect((await send(net.api, 'ingest', signed(), `{"payload":${payload}}`)).code).toBe('invalid_json')
  })

  test('gives back the correlation id of the caller, where it is harmless', async () => {
    const output = block('correlated')
    const own = { ...signed(output), 'x-correlation-id': 'run-17' }
    expect((await send(net.api, 'ingest', own, output)).headers.get('x-correlation-id')).toBe('run-17')
    expect(dataOf(await get(net.api, 'ingest?limit=1'))).toMatchObject({ records: [{ correlationId: 'run-17' }] })
    const strange = { ...signed(output), 'x-correlation-id': 'a b<script>' }
    expect((await send(net.api, 'ingest', strange, output)).headers.get('x-correlation-id')).toMatch(/^cre-runtime-/)
  })

  test('makes one row of each identity, however often it comes', { timeout: soak(60_000, 600_000) }, async () => {
    const [times, identities] = [soak(5, 100), soak(20, 100)]
    const before = await count('storm-%')
    const outputs = Array.from({ length: times * identities }, (_, i) =>
      block(`storm-${i % identities}`, { n: i % identities }),
    )
    const answers = await inParallel(outputs, 16, (output) => patiently(() => ingest(output)))
    const inserted = answers.map(dataOf).filter((data) => JSON.stringify(data).includes('"inserted":true'))
    expect(inserted).toHaveLength(identities)
    expect((await count('storm-%')) - before).toBe(identities)
  })
})

describe('listRuntimeRecords', () => {
  test('lists newest first, by kind and workflow, as many as requested', async () => {
    for (let n = 0; n < 3; n++) {
      await ingest(block(`list-${n}`, { n }))
      await ingest({ ...block(`list-${n}`, { n }), workflow: 'runtime-reference-feeds', kind: 'feeds' })
    }
    const feeds = dataOf(await get(net.api, 'ingest?kind=feeds&limit=2'))
    expect(feeds).toMatchObject({ records: [{ payload: { n: 2 } }, { payload: { n: 1 } }], count: 2 })
    const blocks = dataOf(await get(net.api, 'ingest?workflow=runtime-indexer-block&kind=block&limit=1'))
    expect(blocks).toMatchObject({ records: [{ idempotencyKey: 'list-2', kind: 'block' }], count: 1 })
    expect(dataOf(await get(net.api, 'ingest?workflow=runtime-indexer-block&kind=feeds'))).toEqual({
      records: [],
      count: 0,
    })
    expect(dataOf(await get(net.api, 'ingest'))).toMatchObject({ count: 20 })
  })

  test.each([{}, { kind: 'block' }, { workflow: 'w' }, { kind: 'block', workflow: 'w' }])(
    'reads the newest by %j from an index, without sorting',
    async (filter) => {
      const plan = await queryPlan(net.d1, (d1) =>
        createRuntimeStore(d1).runtimeRecords.newest({ ...filter, limit: 1 }),
      )
      expect(plan).toMatch(/USING INDEX cre_runtime_records_by_(time|kind|workflow)/)
      expect(plan).not.toContain('TEMP B-TREE')
    },
  )

  test.each(['-1', '101'])('refuses limit=%s', async (limit) => {
    expect((await get(net.api, `ingest?limit=${limit}`)).status).toBe(400)
  })
})

test('old records go, but not the newest of their kind, nor what is younger', async () => {
  const old = 1000
  const { runtimeRecords } = createRuntimeStore(net.d1)
  await net.d1.exec(`update cre_runtime_records set created_at = ${old} - 1 where kind = 'metrics'`)
  const row = {
    workflow: 'runtime-indexer-data-fetch',
    kind: 'metrics',
    payload: '{}',
    source: 'cre',
    correlationId: 'c',
  }
  for (const [i, createdAt] of [1, 2, 3].entries())
    await runtimeRecords.put({ ...row, idempotencyKey: `old-${i}`, createdAt })
  const blocks = await count('%')
  await runtimeRecords.prune(old)
  expect(await runtimeRecords.newest({ kind: 'metrics', limit: 10 })).toMatchObject([{ createdAt: old - 1 }])
  expect(await count('%')).toBe(blocks)
})

/** Block records whose key is like a pattern. */
const count = async (pattern: string): Promise<number> => {
  const query = `select count(*) n from cre_runtime_records where kind = 'block' and idempotency_key like ?`
  return Number(await net.d1.prepare(query).bind(pattern).first('n'))
}
