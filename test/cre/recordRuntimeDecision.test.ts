import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createRuntimeStore } from '../../functions/cre/context.ts'
import { patiently } from '../support/patiently.ts'
import { soak } from '../support/soak.ts'
import { dataOf, inParallel, post, startRuntime } from './startRuntime.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startRuntime())

const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const action = {
  vaultAddress: VAULT,
  groupId: 'group-1',
  actionType: 'strategy.rebalance',
  action: { action: 'strategy.rebalance', amount: '1' },
}
const decision = (idempotencyKey: string, rest: object = {}) => ({
  workflow: 'runtime-orchestrator',
  idempotencyKey,
  decision: { shouldAct: true, latestBlockNumber: 5 },
  ...rest,
})
const decide = (body: object) => post(net.api, 'decisions', body)
const actionIdOf = (data: unknown): number => z.looseObject({ actionId: z.int() }).parse(data).actionId
const rows = async (table: 'actions' | 'cre_runtime_decisions', where: string) =>
  (await net.d1.prepare(`select * from ${table} where ${where}`).all()).results

describe('recordRuntimeDecision', () => {
  test('stores a decision once, without an action', async () => {
    const expected = { stored: true, inserted: true, idempotencyKey: 'alone', status: 'stored' }
    expect(dataOf(await decide(decision('alone')))).toEqual(expected)
    expect(dataOf(await decide(decision('alone')))).toEqual({ ...expected, inserted: false })
    expect(await rows('cre_runtime_decisions', `idempotency_key = 'alone'`)).toMatchObject([
      { status: 'stored', action_id: null },
    ])
  })

  test('enqueues its action with it, and names it on every replay', async () => {
    const body = decision('acting', { enqueueAction: action })
    const first = dataOf(await decide(body))
    const actionId = actionIdOf(first)
    expect(first).toEqual({ stored: true, inserted: true, idempotencyKey: 'acting', status: 'enqueued', actionId })
    expect(dataOf(await decide(body))).toEqual({ ...z.looseObject({}).parse(first), inserted: false })
    expect(await rows('actions', `id = ${actionId}`)).toMatchObject([
      {
        vault_address: VAULT.toLowerCase(),
        group_id: 'group-1',
        action_type: 'strategy.rebalance',
        action: JSON.stringify(action.action),
        status: 'pending',
        attempt_count: 0,
      },
    ])
    // It still answers the same when the action has ended.
    await net.d1.exec(`update actions set status = 'executed' where id = ${actionId}`)
    expect(actionIdOf(dataOf(await decide(body)))).toBe(actionId)
    expect(await rows('actions', `action_type = 'strategy.rebalance'`)).toHaveLength(1)
  })

  test('has one action of a dedupe key in flight: later decisions name it, until it has ended', async () => {
    const body = (key: string) => decision(key, { enqueueAction: { ...action, dedupeKey: 'one-in-flight' } })
    const first = actionIdOf(dataOf(await decide(body('dedupe-1'))))
    for (const status of ['pending', 'retry', 'executing']) {
      await net.d1.exec(`update actions set status = '${status}' where id = ${first}`)
      expect(actionIdOf(dataOf(await decide(body(`dedupe-${status}`))))).toBe(first)
    }
    await net.d1.exec(`update actions set status = 'failed' where id = ${first}`)
    const second = actionIdOf(dataOf(await decide(body('dedupe-2'))))
    expect(second).not.toBe(first)
    expect(await rows('actions', `dedupe_key = 'one-in-flight'`)).toHaveLength(2)
  })

  test.each([
    ['group', { groupId: 'group-9' }],
    ['type', { actionType: 'strategy.harvest' }],
    ['vault', { vaultAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    ['content', { action: { action: 'strategy.rebalance', amount: '2' } }],
  ])('says that an action of another %s under a dedupe key in flight was not enqueued', async (what, change) => {
    const dedupeKey = `other-${what}`
    const enqueueAction = { ...action, dedupeKey }
    const first = actionIdOf(dataOf(await decide(decision(`${dedupeKey}-1`, { enqueueAction }))))
    const other = decision(`${dedupeKey}-2`, { enqueueAction: { ...enqueueAction, ...change } })
    const expected = { stored: true, inserted: true, idempotencyKey: other.idempotencyKey, status: 'rejected' }
    expect(dataOf(await decide(other))).toEqual({ ...expected, actionId: first })
    expect(await rows('actions', `dedupe_key = '${dedupeKey}'`)).toHaveLength(1)
    // Every replay says the same, also when the other one has ended.
    await net.d1.exec(`update actions set status = 'executed' where id = ${first}`)
    expect(dataOf(await decide(other))).toEqual({ ...expected, inserted: false, actionId: first })
    const again = decision(`${dedupeKey}-3`, { enqueueAction: { ...enqueueAction, ...change } })
    expect(dataOf(await decide(again))).toMatchObject({ status: 'enqueued' })
  })

  test('of two other actions that race for one dedupe key, one is enqueued and one rejected', async () => {
    for (let round = 0; round < soak(5, 50); round++) {
      const answers = await inParallel([1, 2], 2, (n) =>
        patiently(() =>
          decide(
            decision(`duel-${round}-${n}`, {
              enqueueAction: { ...action, groupId: `duel-${n}`, dedupeKey: `duel-${round}` },
            }),
          ),
        ),
      )
      const outcomes = answers.map((answer) => z.looseObject({ status: z.string() }).parse(dataOf(answer)))
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['enqueued', 'rejected'])
      expect(new Set(answers.map((answer) => actionIdOf(dataOf(answer)))).size).toBe(1)
    }
  })

  test('refuses other content under the same key, and enqueues nothing for it', async () => {
    await decide(decision('first', { enqueueAction: action }))
    for (const change of [
      { decision: { shouldAct: false } },
      { enqueueAction: undefined },
      { enqueueAction: { ...action, groupId: 'group-2' } },
    ]) {
      const answer = await decide(decision('first', { enqueueAction: action, ...change }))
      expect([answer.status, answer.code]).toEqual([409, 'idempotency_conflict'])
    }
    expect(await rows('actions', `group_id = 'group-2'`)).toEqual([])
  })

  test.each([
    ['another workflow', { workflow: 'runtime-indexer-block' }],
    ['an action without a group', { enqueueAction: { ...action, groupId: '' } }],
  ])('refuses %s with 400, and stores nothing', async (_, change) => {
    const answer = await decide(decision('refused', change))
    expect([answer.status, answer.code]).toEqual([400, 'invalid_request'])
    expect(await rows('cre_runtime_decisions', `idempotency_key = 'refused'`)).toEqual([])
  })

  test('is one decision and one action, however many send it at once', { timeout: soak(60_000, 600_000) }, async () => {
    const keys = Array.from({ length: soak(5, 50) }, (_, i) => `race-${i}`)
    const enqueueAction = (key: string) => ({ ...action, groupId: 'race', action: { key } })
    const sent = keys.flatMap((key) => Array.from({ length: 20 }, () => key))
    const answers = await inParallel(sent, 16, (key) =>
      patiently(() => decide(decision(key, { enqueueAction: enqueueAction(key) }))),
    )
    const ids = new Set(answers.map((answer) => actionIdOf(dataOf(answer))))
    expect(ids.size).toBe(keys.length)
    expect(await rows('cre_runtime_decisions', `idempotency_key like 'race-%'`)).toHaveLength(keys.length)
    expect(await rows('actions', `group_id = 'race'`)).toHaveLength(keys.length)
  })
})

test('old decisions go, and old actions that have ended; what is in flight stays', async () => {
  await decide(decision('young'))
  await net.d1.exec(`update cre_runtime_decisions set created_at = 5 where idempotency_key <> 'young'`)
  await net.d1.exec(`update actions set updated_at = 5`)
  const inFlight = await rows('actions', `status = 'pending'`)
  expect(inFlight.length).toBeGreaterThan(0)
  await createRuntimeStore(net.d1).runtimeDecisions.prune(1000)
  expect(await rows('cre_runtime_decisions', 'true')).toMatchObject([{ idempotency_key: 'young' }])
  expect(await rows('actions', 'true')).toEqual(inFlight)
})
