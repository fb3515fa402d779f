import { beforeAll, describe, expect, test } from 'vitest'
import { isMachine } from '../../shared/auth/machine.ts'
import type { Operation } from '../../schema/operation.ts'
import { factsAbout } from '../support/facts.ts'
import { exampleOf } from './exampleCalls.ts'
import { type Call, operations, startLive } from './live.ts'
import { prepared, useNet } from '../support/useNet.ts'

/** Operations that may change something and take no Idempotency-Key, by the reason. */
const WITHOUT_KEY: Readonly<Record<string, readonly string[]>> = {
  'it signs in or out: what it answers is a secret, or ends what a repeated request would be known by': [
    'verifyAuth',
    'createAgentNonce',
    'verifyAgent',
    'logoutAuth',
    'endAuthSession',
    'endAllAuthSessions',
    'createAuthHandoff',
    'redeemAuthHandoff',
  ],
  'it answers a secret, and stores nothing but its use': [
    'requestAgentAccessProof',
    'verifyAgentAccessProof',
    'requestPortfolioDeletion',
  ],
  'its body carries a key that is used once, and the same body is answered the same': [
    'deletePortfolio',
    'submitSwEntry',
  ],
  'the payment is its key': ['reviewAgentFeedback'],
  'it is a stream': ['streamAgent'],
  'it is JSON-RPC: a sponsorship is for one user operation, which its hash names': ['callPaymaster'],
  'everybody may report, and each report counts': ['recordChatTelemetry', 'recordLinkTelemetry'],
  'it is retired': ['checkinAmoeMsgnet'],
  'it only reads; what it stores is a copy of what it has read': [
    'checkLinkReady',
    'resolveTrendProfile',
    'refreshTrendProfile',
    'postWalletIntelligence',
    'getWalletIntelligence',
    'getSocialAgentRegistration',
    'getSocialReputationGraph',
  ],
}
const reasons = new Map(Object.entries(WITHOUT_KEY).flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)))

/** Whether people and agents change something by it: what needs a `build` credential or none is a read, or builds. */
function isWrite({ method, ...operation }: Operation): boolean {
  const auth = operation['x-auth'] ?? operation['x-auth-optional'] ?? operation['x-auth-when']?.auth
  if (method === 'get') return auth === 'write' && operation['x-auth-when'] !== undefined
  return auth === undefined
    ? !READS.includes(operation.operationId)
    : auth !== 'build' && !isMachine(auth) && auth !== 'keepr'
}

/** Of those that anybody may call with a body, the ones that read. */
const READS = [
  'batchReads',
  'buildDexSwap',
  'quoteDex',
  'queryDex',
  'quoteTrendTrade',
  'preflightChatCommand',
  'createSwEntryChallenge',
]

const writes = operations.filter(({ operation }) => isWrite(operation))
const keyed = operations.filter(({ operation }) => operation['x-idempotency'] && operation['x-idempotency'] !== 'calls')

describe('the contract', () => {
  test('has an Idempotency-Key for every write, or it is said why not', () => {
    const faults = writes.flatMap(({ id, operation }) => {
      const isKeyed = operation['x-idempotency'] !== undefined
      return isKeyed === reasons.has(id) ? [`${id}: ${isKeyed ? 'has both' : 'has neither'}`] : []
    })
    expect(faults).toEqual([])
  })

  test('has one for nothing else, and nothing is named that does not exist', () => {
    const ids = writes.map(({ id }) => id)
    expect(keyed.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([])
    expect([...reasons.keys()].filter((id) => !ids.includes(id))).toEqual([])
  })

  factsAbout(keyed, ({ id }) => id)('has JSON for what takes one, and somebody who calls it', ({ operation }) => {
    expect(['envelope', 'document']).toContain(operation['x-answer'])
    expect(operation['x-auth'] ?? operation['x-auth-optional'] ?? operation['x-challenge']).toBeDefined()
  })
})

describe('each write, cut off between what it does and its answer', () => {
  const live = useNet(() => startLive({ budgets: {} }))
  const d1 = prepared(() => live.database())
  beforeAll(async () => {
    // Nothing is kept after a write: an answer that is there all the same was kept in its transaction.
    for (const event of ['update of answer', 'insert'])
      await d1
        .prepare(
          `create trigger cut_off_${event.slice(0, 6)} before ${event} on idempotency_keys
             when new.answer is not null and new.claimed_until > 0 begin select raise(ignore); end`,
        )
        .run()
  }, 120_000)

  const send = async (operation: Operation, call: Call, key: string) => {
    const headers = { ...call.headers, 'idempotency-key': key }
    const answer = await live.send(operation, { ...call, headers })
    const isReplay = answer.headers.get('idempotency-replayed') === 'true'
    return { status: answer.status, code: answer.headers.get('x-error-code'), isReplay, text: await answer.text() }
  }

  // If the credential is in the body, only the object knows the request.
  test.each(keyed.filter(({ operation }) => !operation['x-challenge']))('$id', async ({ id, operation }) => {
    const call = await exampleOf(id)(live)
    const first = await send(operation, call, id)
    expect(first, first.text).toMatchObject({ status: 200, isReplay: false })
    const second = await send(operation, call, id)
    if (operation['x-idempotency'] === 'database') return expect(second).toEqual({ ...first, isReplay: true })
    // The database knows that the request was made; another run has it once the first may no longer be under way.
    expect(second).toMatchObject({ code: 'idempotency_in_flight', isReplay: false })
    await d1.prepare('update idempotency_keys set claimed_until = 0').run()
    const third = await send(operation, call, id)
    expect(third, third.text).toMatchObject({ status: 200, isReplay: false })
    if (operation['x-idempotency'] === 'object') expect(third).toEqual(first)
  })
})
