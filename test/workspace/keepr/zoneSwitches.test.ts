import { describe, expect, test } from 'vitest'
import { StoredDecision } from '../../../schema/cre/bodies.ts'
import { dataOf, toAnswer } from '../../account/support.ts'
import { RUNTIME_KEY, startKeeprNet, TYPES, VAULT } from './startKeeprNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startKeeprNet())

const decide = async (idempotencyKey: string, actionType: string) => {
  const action = { vaultAddress: VAULT, groupId: 'aurora', actionType, action: {} }
  const body = { workflow: 'runtime-orchestrator', idempotencyKey, decision: {}, enqueueAction: action }
  const init = { method: 'POST', body: JSON.stringify(body), headers: { authorization: `Bearer ${RUNTIME_KEY}` } }
  return toAnswer(await fetch(`${net.sockets['cre']}/cre/runtime/decisions`, init))
}

describe('a zone that is stopped', () => {
  test('takes no further actions; those that were enqueued stay, and are carried out', async () => {
    const before = dataOf(await decide('before', TYPES.financial_execution), StoredDecision)
    await net.withVariables({ KPR_ZONE_DISABLE_FINANCIAL_EXECUTION: 'true' }, async () => {
      expect(await decide('while', TYPES.financial_execution)).toMatchObject({ status: 503, code: 'zone_disabled' })
      const again = dataOf(await decide('before', TYPES.financial_execution), StoredDecision)
      expect(again).toEqual({ ...before, inserted: false })
      expect(await decide('before', TYPES.market_maintenance)).toMatchObject({ code: 'idempotency_conflict' })
      const other = dataOf(await decide('other', TYPES.market_maintenance), StoredDecision)
      expect(other).toMatchObject({ status: 'enqueued' })
      expect((await net.pending('financial_execution')).actions.map(({ id }) => id)).toEqual([before.actionId])
      expect(await net.report({ id: before.actionId, status: 'executing' })).toMatchObject({ updated: true })
      const stored = await net.d1.prepare(`select 1 from cre_runtime_decisions where idempotency_key = 'while'`).first()
      expect(stored).toBeNull()
    })
    expect(dataOf(await decide('while', TYPES.financial_execution), StoredDecision)).toMatchObject({ inserted: true })
  })
})
