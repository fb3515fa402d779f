import { afterEach, beforeEach, expect, test } from 'vitest'
import { Env } from '../../shared/env/env.ts'
import { schedule } from '../../shared/http/schedule.ts'
import { configureLog } from '../../shared/log/log.ts'

const BINDINGS = {
  BASE_URL: 'http://127.0.0.1/api',
  CHAIN_CONFIG: JSON.stringify({ chainId: 31_337, contracts: {}, blockTimeMs: 200, demoVaults: [], startBlock: 0 }),
  RPC_URLS: 'http://127.0.0.1:9',
  LIMITS: {},
  STATUS_BOARD: {},
}
const AT = { cron: '* * * * *' }

let lines: Record<string, unknown>[] = []
beforeEach(() => {
  lines = []
  configureLog({ level: 'warn', write: (level, line) => void lines.push({ level, ...JSON.parse(line) }) })
})
afterEach(() => configureLog({ write: (level, line) => console[level](line) }))

test('the jobs of a stage run at once, and the next stage after them, at one time', async () => {
  const order: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = schedule(
    'core',
    Env,
    {
      waits: async ({ seconds }) => {
        await promise
        order.push(`waits ${seconds > 1_700_000_000}`)
      },
      releases: ({ env }) => {
        order.push(`releases ${env.BASE_URL}`)
        resolve()
      },
    },
    { last: () => void order.push('last') },
  )
  await run(AT, BINDINGS)
  expect(order).toEqual([`releases ${BINDINGS.BASE_URL}`, 'waits true', 'last'])
  expect(lines).toEqual([])
})

test('a job that fails holds up no other, says so in the log without what it may quote, and fails the run', async () => {
  const done: string[] = []
  const first = new TypeError('no such address 0x00000000000000000000000000000000000000a1')
  const run = schedule(
    'core',
    Env,
    {
      throws: () => {
        throw first
      },
      rejects: () => Promise.reject(new RangeError('second')),
      works: () => void done.push('works'),
    },
    { later: () => void done.push('later') },
  )
  const failed: unknown = await run(AT, BINDINGS).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(AggregateError)
  expect(failed).toMatchObject({ errors: [first, { message: 'second' }] })
  expect(done).toEqual(['works', 'later'])
  const line = { level: 'error', event: 'schedule_failed', worker: 'core', cron: AT.cron }
  expect(lines).toMatchObject([
    { ...line, job: 'throws', error: 'TypeError', message: 'no such address 0x…' },
    { ...line, job: 'rejects', error: 'RangeError', message: 'second' },
  ])
})

test('where the environment cannot be read every job fails, and none begins', async () => {
  const run = schedule('core', Env, { one: () => expect.unreachable() }, { two: () => expect.unreachable() })
  await expect(run(AT, { ...BINDINGS, BASE_URL: 'nowhere' })).rejects.toThrow('scheduled work of core failed')
  expect(lines).toMatchObject([
    { event: 'configuration_invalid', variable: 'BASE_URL' },
    { event: 'schedule_failed', job: 'one' },
    { event: 'schedule_failed', job: 'two' },
  ])
})
