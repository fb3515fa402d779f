import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSecrets } from '../../localnet/secrets.ts'
import { localVariables } from '../../localnet/localVariables.ts'
import { aboutOf, BINDINGS, WORKER_NAMES } from '../../platform/workers.ts'
import { configureLog } from '../../shared/log/log.ts'
import { root } from './sources.ts'

const chain = { rpcUrl: 'http://127.0.0.1:9', chainId: 31_337, contracts: {}, blockTimeMs: 200 }
const services = {
  REPUTATION_API_URL: 'http://127.0.0.1:9',
  REPUTATION_API_KEY: 'key-of-a-service-that-is-not-there',
  MSGNET_GATEWAY_URL: 'http://127.0.0.1:9',
  MSGNET_GATEWAY_TOKEN: 'token-of-a-gateway-that-is-not-there',
  MSGNET_GATEWAY_SECRET: 'secret-of-a-gateway-that-is-not-there',
}
const variables = localVariables('http://127.0.0.1', chain, { ...makeSecrets(services), ...services })

/** A store, an object or a bucket whose every use fails. */
const broken = new Proxy(
  {},
  {
    get: () => () => {
      throw new Error('the store does not answer')
    },
  },
)

const named = (name: string): [string, string[]] => [name, []]
const scheduledWorkers = WORKER_NAMES.filter((name) => BINDINGS[name].crons.length > 0)
const logged = new Map(scheduledWorkers.map(named))

beforeAll(() => configureLog({ write: (_, line) => logged.get(JSON.parse(line).worker)?.push(line) }))
afterAll(() => configureLog({ write: (level, line) => console[level](line) }))

describe('what is scheduled', () => {
  test.each(scheduledWorkers)('of %s says schedule_failed of every job that fails, and fails', async (worker) => {
    const { scheduled } = await import(path.join(root, 'functions', worker, 'scheduled.ts'))
    const bindings = [...aboutOf(worker)].flatMap(([name, { kind }]) =>
      kind === 'variable' || kind === 'secret' ? [] : [[name, broken]],
    )
    for (const cron of BINDINGS[worker].crons) {
      const run: Promise<void> = scheduled({ cron }, { ...variables, ...Object.fromEntries(bindings) })
      const failed: unknown = await run.catch((error: unknown) => error)
      expect(failed, cron).toBeInstanceOf(AggregateError)
      const lines = (logged.get(worker) ?? []).map((line) => JSON.parse(line)).filter((line) => line.cron === cron)
      expect(failed).toMatchObject({ errors: { length: lines.length } })
      for (const line of lines)
        expect(line).toMatchObject({
          level: 'error',
          event: 'schedule_failed',
          worker,
          job: expect.stringMatching(/^[a-z][A-Za-z]+$/),
          error: expect.stringMatching(/^[A-Z]\w*$/),
        })
    }
  })

  test('each Worker that has a cron, and no other, exports it', () => {
    const handlers = WORKER_NAMES.filter((name) =>
      /\n  scheduled[,:]/.test(readFileSync(path.join(root, 'functions', name, 'index.ts'), 'utf8')),
    )
    expect(handlers).toEqual(scheduledWorkers)
  })
})
