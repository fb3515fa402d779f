import { expect, test } from 'vitest'
import { createRuntimeStore } from '../../../functions/cre/context.ts'
import { applyMigrations, MIGRATIONS, openMigratedD1 } from '../../store/openMigratedD1.ts'

const SECONDS = '0006_runtime_times_in_seconds.sql'

test('rows whose times are in milliseconds are listed and pruned as of the same second', async () => {
  const at = MIGRATIONS.indexOf(SECONDS)
  expect(at).toBeGreaterThan(0)
  const { d1, close } = await openMigratedD1(MIGRATIONS.slice(0, at))
  const record = (key: string, createdAt: number) =>
    d1
      .prepare(
        `insert into cre_runtime_records (workflow, kind, idempotency_key, payload, source, correlation_id, created_at)
        values ('w', 'block', ?, '{}', 'cre', 'c', ?)`,
      )
      .bind(key, createdAt)
      .run()
  await record('older', 1_790_000_000_999)
  await record('newer', 1_790_000_001_000)
  await d1.exec(
    `insert into cre_runtime_decisions (workflow, idempotency_key, content, status, correlation_id, created_at) values ('w', 'k', '{}', 'stored', 'c', 1790000002500)`,
  )
  await d1.exec(
    `insert into actions (vault_address, group_id, action_type, action, dedupe_key, status, next_attempt_at, created_at, updated_at, executed_at) values ('0x01', 'g', 't', '{}', 'd', 'executed', null, 1790000003000, 1790000004001, 1790000004999)`,
  )

  await applyMigrations(d1, MIGRATIONS.slice(at))

  const { runtimeRecords, runtimeDecisions } = createRuntimeStore(d1)
  expect(await runtimeRecords.newest({ limit: 10 })).toMatchObject([
    { idempotencyKey: 'newer', createdAt: 1_790_000_001 },
    { idempotencyKey: 'older', createdAt: 1_790_000_000 },
  ])
  const times = 'select created_at, updated_at, next_attempt_at, executed_at from actions'
  expect(await d1.prepare(times).first()).toEqual({
    created_at: 1_790_000_003,
    updated_at: 1_790_000_004,
    next_attempt_at: null,
    executed_at: 1_790_000_004,
  })
  await runtimeRecords.prune(1_790_000_001)
  expect(await runtimeRecords.newest({ limit: 10 })).toMatchObject([{ idempotencyKey: 'newer' }])
  const rows = async (table: string) => (await d1.prepare(`select 1 from ${table}`).all()).results.length
  await runtimeDecisions.prune(1_790_000_002)
  expect([await rows('cre_runtime_decisions'), await rows('actions')]).toEqual([1, 1])
  await runtimeDecisions.prune(1_790_000_005)
  expect([await rows('cre_runtime_decisions'), await rows('actions')]).toEqual([0, 0])
  await close()
})
