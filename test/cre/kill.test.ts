import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import { bearer, dataOf, inParallel, insist, send, serveRuntime, STRICT } from './startRuntime.ts'

const random = seeded('kills of the runtime API')
let stateDir: string
beforeAll(async () => {
  stateDir = await mkdtemp(path.join(tmpdir(), 'killed-'))
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

const variables = { ...STRICT, CRE_RUNTIME_ENFORCE_HMAC: '', CRE_RUNTIME_SIGNING_SECRET: '' }
const decide = (api: string, key: string) =>
  send(api, 'decisions', bearer(), {
    workflow: 'runtime-orchestrator',
    idempotencyKey: key,
    decision: { shouldAct: true, key },
    enqueueAction: {
      vaultAddress: `0x${'ab'.repeat(20)}`,
      groupId: 'killed',
      actionType: 'vault.report',
      action: { key },
    },
  })

test(
  'kill -9 leaves no decision without its action, and no action without its decision',
  { timeout: soak(60_000, 600_000) },
  async () => {
    const sent: string[] = []
    const acknowledged: string[] = []
    for (let kill = 0; kill < soak(2, 20); kill++) {
      const server = await startServer()
      const load = Promise.all(
        Array.from({ length: 16 }, async (_, lane) => {
          for (let n = 0; server.isUp(); n++) {
            const key = `${kill}-${lane}-${n}`
            sent.push(key)
            const answer = await decide(server.api, key).catch(() => undefined)
            if (answer?.status === 200) acknowledged.push(key)
          }
        }),
      )
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length - before, { timeout: 20_000 }).toBeGreaterThan(20)
      await sleep(50 * random.fraction())
      await server.kill()
      await load
    }

    const { workers, d1 } = await serveRuntime(stateDir, variables)
    const { results } = await d1
      .prepare(
        `select d.idempotency_key as key, d.status, json_extract(a.action, '$.key') as acts
       from cre_runtime_decisions d full join actions a on a.id = d.action_id`,
      )
      .all<{ key: string | null; status: string; acts: string | null }>()
    expect(results.filter(({ key, status, acts }) => key !== acts || status !== 'enqueued')).toEqual([])
    const stored = new Set(results.map(({ key }) => key))
    expect(acknowledged.filter((key) => !stored.has(key))).toEqual([])

    // What was not acknowledged is sent again, and then all of it is there once.
    const api = workers.sockets['cre'] ?? ''
    await inParallel(sent, 16, async (key) =>
      expect(dataOf(await insist(() => decide(api, key)))).toMatchObject({ stored: true }),
    )
    expect(await d1.prepare('select count(*) n from actions').first('n')).toBe(sent.length)
    await workers.stop()
  },
)

/** The runtime API in a process group of its own. */
async function startServer() {
  const script = path.join(import.meta.dirname, 'serveUntilKilled.ts')
  const child = spawn(process.execPath, [script, stateDir, JSON.stringify(variables)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  const [api] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => Promise.reject(new Error('the server ended'))),
  ])
  return {
    api: String(api),
    isUp: () => !child.killed && child.exitCode === null && child.signalCode === null,
    async kill() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}
