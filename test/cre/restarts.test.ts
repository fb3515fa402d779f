import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { seeded } from '../support/seeded.ts'
import { patiently } from '../support/patiently.ts'
import { soak } from '../support/soak.ts'
import { block, dataOf, inParallel, post, send, signed, startOwnRuntime, type Answer } from './startRuntime.ts'
import { useNet } from '../support/useNet.ts'

const random = seeded('kills of the runtime API')
const WORKFLOW = 'a1'.repeat(32)
const net = useNet(() => startOwnRuntime({ CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS: WORKFLOW }))

const output = block('signed', { n: 1 })
const ingest = (headers: Record<string, string>) => patiently(() => send(net.api, 'ingest', headers, output))
const trigger = (requestId: string) =>
  post(net.api, 'trigger', { workflowId: WORKFLOW, requestId, input: { checkpointKey: 'main' } })
const runsOf = (requestId: string) => net.gateway.accepted.filter(({ id }) => id === requestId)

describe('after a restart', () => {
  const requests = Array.from({ length: soak(60, 1000) }, () => signed(output))
  const twice = requests.flatMap((headers) => [headers, headers])
  const half = twice.length / 2
  let raced: Answer[]
  let answered: unknown
  beforeAll(
    async () => {
      raced = await inParallel(twice.slice(0, half), 32, ingest)
      answered = dataOf(await trigger('again'))
      net.gateway.delayMs = 1500
      const cut = trigger('cut').catch(() => undefined)
      await vi.waitUntil(() => net.gateway.inProgress.has('cut'), { timeout: 45_000, interval: 10 })
      await net.restart()
      net.gateway.delayMs = 0
      await cut
    },
    soak(60_000, 300_000),
  )

  test('a nonce is good once, however it is raced', { timeout: soak(60_000, 600_000) }, async () => {
    raced.push(...(await inParallel(twice.slice(half), 32, ingest)))
    const statuses = raced.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(requests.length)
    expect(statuses.filter((status) => status === 409)).toHaveLength(requests.length)
    const again = await inParallel(requests, 32, ingest)
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([409]))
  })

  test('the same requestId is answered as the first time, without another request to the gateway', async () => {
    expect(dataOf(await trigger('again'))).toEqual(answered)
    expect(runsOf('again')).toHaveLength(1)
  })

  test('what was cut off between the gateway and the stored answer runs again as the same execution', async () => {
    await expect.poll(() => runsOf('cut').length).toBe(1)
    expect(dataOf(await trigger('cut'))).toMatchObject({ accepted: true })
    const runs = runsOf('cut')
    expect(runs).toHaveLength(2)
    expect(runs[1]?.executionId).toBe(runs[0]?.executionId)
  })
})

const decide = (key: string) =>
  post(net.api, 'decisions', {
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
      const stopping = new AbortController()
      const load = Promise.all(
        Array.from({ length: 16 }, async (_, lane) => {
          for (let n = 0; !stopping.signal.aborted; n++) {
            const key = `${kill}-${lane}-${n}`
            sent.push(key)
            const answer = await decide(key).catch(() => undefined)
            if (answer?.status === 200) acknowledged.push(key)
          }
        }),
      )
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length - before).toBeGreaterThan(20)
      await sleep(50 * random.fraction())
      const restarted = net.kill()
      stopping.abort()
      await Promise.all([restarted, load])
    }

    const { results } = await net.d1
      .prepare(
        `select d.idempotency_key as key, d.status, json_extract(a.action, '$.key') as acts
       from cre_runtime_decisions d full join actions a on a.id = d.action_id`,
      )
      .all<{ key: string | null; status: string; acts: string | null }>()
    expect(results.filter(({ key, status, acts }) => key !== acts || status !== 'enqueued')).toEqual([])
    const stored = new Set(results.map(({ key }) => key))
    expect(acknowledged.filter((key) => !stored.has(key))).toEqual([])

    // Requests without an answer are sent again, and then every row is there once.
    await inParallel(sent, 16, async (key) =>
      expect(dataOf(await patiently(() => decide(key)))).toMatchObject({ stored: true }),
    )
    expect(await net.d1.prepare('select count(*) n from actions').first('n')).toBe(sent.length)
  },
)
