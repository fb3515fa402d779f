import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleOf } from './exampleCalls.ts'
import { operations, startLive } from './live.ts'

let live: Awaited<ReturnType<typeof startLive>>
const rows: Record<string, unknown> = {}
beforeAll(async () => {
  live = await startLive({ budgets: {} })
}, 120_000)
afterAll(async () => {
  writeFileSync(process.env['CALLS_OUT'] ?? '/tmp/p2-calls.json', JSON.stringify(rows, null, 1))
  await live?.stop()
})

describe.each(operations)('$id', ({ id, operation, family }) => {
  test('calls', async () => {
    const keyed = operation['x-idempotency'] !== undefined && operation['x-idempotency'] !== 'calls'
    for (const key of keyed ? [false, true] : [false]) {
      const call = await exampleOf(id)(live)
      const requestId = `calls-${crypto.randomUUID()}`
      const headers = { ...call.headers, 'x-request-id': requestId, ...(key ? { 'idempotency-key': requestId } : {}) }
      const answer = await live.send(operation, { ...call, headers })
      await answer.arrayBuffer()
      const before = live.storageCalls(requestId).length
      await new Promise((resolve) => setTimeout(resolve, 20))
      rows[`${family}/${id}${key ? ' keyed' : ''}`] = { status: answer.status, before, calls: live.storageCalls(requestId) }
    }
    expect(true).toBe(true)
  })
})
