import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ServerResponse } from 'node:http'
import { dataOf, post, startRuntime, type RuntimeNet } from './startRuntime.ts'

const WORKFLOW = 'a1'.repeat(32)
const OTHER = 'b2'.repeat(32)

const ALLOWED = { CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS: `0x${WORKFLOW.toUpperCase()}, ${'c3'.repeat(32)}` }
let net: RuntimeNet

const execution = (requestId: string, rest: object = {}) => ({
  workflowId: WORKFLOW,
  requestId,
  input: { checkpointKey: 'main', latestBlockNumber: 5, '10': 1, '9': 2 },
  ...rest,
})
const trigger = (body: object) => post(net.api, 'trigger', body)
const runsOf = (requestId: string) => net.gateway.accepted.filter(({ id }) => id === requestId)
const answering =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
const rpcError = (code: number) => JSON.stringify({ jsonrpc: '2.0', id: 'x', error: { code, message: 'secret text' } })

describe('triggerRuntimeWorkflow', () => {
  beforeAll(async () => {
    net = await startRuntime(ALLOWED)
  })
  afterAll(() => net.stop())
  afterEach(() => {
    net.gateway.respond = undefined
    net.gateway.delayMs = 0
  })

  test('has the gateway execute the workflow, with a token that the gateway verifies', async () => {
    const data = dataOf(await trigger(execution('run-1')))
    const [run] = runsOf('run-1')
    expect(run?.workflowId).toBe(WORKFLOW)
    expect(data).toEqual({
      accepted: true,
      requestId: 'run-1',
      statusCode: 200,
      gatewayUrl: net.gateway.url,
      response: {
        jsonrpc: '2.0',
        id: 'run-1',
        method: 'workflows.execute',
        result: { workflow_id: `0x${WORKFLOW}`, workflow_execution_id: run?.executionId, status: 'ACCEPTED' },
      },
    })
  })

  test('makes an id where none is given, and takes a workflow id in any case, with 0x or without', async () => {
    const { requestId: _, ...body } = execution('')
    const data = dataOf(await trigger({ ...body, workflowId: `0x${WORKFLOW.toUpperCase()}` }))
    expect(data).toMatchObject({ accepted: true, requestId: expect.stringMatching(/^req-[0-9a-f-]{36}$/) })
  })

  test('answers the same requestId as the first time, without another request to the gateway', async () => {
    const first = dataOf(await trigger(execution('again')))
    expect(dataOf(await trigger(execution('again')))).toEqual(first)
    expect(runsOf('again')).toHaveLength(1)
  })

  test('refuses the same requestId with another content', async () => {
    await trigger(execution('content'))
    for (const change of [{ input: {} }, { workflowId: 'c3'.repeat(32) }]) {
      const answer = await trigger(execution('content', change))
      expect([answer.status, answer.code]).toEqual([409, 'idempotency_conflict'])
    }
    expect(runsOf('content')).toHaveLength(1)
  })

  test('runs once, however many ask at once, and answers them all the same', async () => {
    net.gateway.delayMs = 100
    const answers = await Promise.all(Array.from({ length: 16 }, () => trigger(execution('at-once'))))
    expect(new Set(answers.map((answer) => JSON.stringify(dataOf(answer)))).size).toBe(1)
    expect(runsOf('at-once')).toHaveLength(1)
  })

  test('tries again after a failure, with the same id and a token of its own', async () => {
    net.gateway.respond = (response) => void response.destroy()
    expect((await trigger(execution('failing'))).code).toBe('gateway_failed')
    net.gateway.respond = undefined
    // A token that was seen before would be refused.
    expect(dataOf(await trigger(execution('failing')))).toMatchObject({ accepted: true })
    expect(runsOf('failing')).toHaveLength(1)
  })

  test.each([
    ['a workflow that is not on the list', { workflowId: OTHER }, 403, 'workflow_not_allowed'],
    ['a short workflow id', { workflowId: 'a1' }, 400, 'invalid_request'],
    ['an id with a slash', { requestId: 'a/b' }, 400, 'invalid_request'],
  ])('refuses %s', async (_, change, status, code) => {
    const before = net.gateway.accepted.length
    const answer = await trigger(execution('refused', change))
    expect([answer.status, answer.code]).toEqual([status, code])
    expect(net.gateway.accepted).toHaveLength(before)
  })

  test.each([
    ['limited', answering(400, rpcError(-32002)), 429, 'gateway_rate_limited'],
    ['limited by status', answering(429, '{}'), 429, 'gateway_rate_limited'],
    ['under way', answering(400, rpcError(-32003)), 409, 'gateway_conflict'],
    ['overloaded', answering(400, rpcError(-32000)), 503, 'gateway_overloaded'],
    ['refused', answering(400, rpcError(-32600)), 502, 'gateway_failed'],
    ['broken inside', answering(200, rpcError(-32603)), 502, 'gateway_failed'],
    ['HTTP 500', answering(500, 'secret text'), 502, 'gateway_failed'],
    ['no JSON', answering(200, '<html>secret text'), 502, 'gateway_failed'],
    ['not accepted', answering(200, '{"jsonrpc":"2.0","result":{"status":"QUEUED"}}'), 502, 'gateway_failed'],
    ['another id', answering(200, '{"jsonrpc":"2.0","id":"y","result":{"status":"ACCEPTED"}}'), 502, 'gateway_failed'],
    ['over 256 KiB', answering(200, `{"a":"${'x'.repeat(262_144)}"}`), 502, 'gateway_failed'],
  ])('tells of a gateway that is %s by a code, and nothing of its text', async (name, respond, status, code) => {
    net.gateway.respond = respond
    const answer = await trigger(execution(name.replaceAll(' ', '-')))
    expect([answer.status, answer.code]).toEqual([status, code])
    expect(JSON.stringify(answer.json)).not.toMatch(/secret|html|127\.0\.0\.1/)
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  })

  test('security: follows no redirect, so a gateway cannot redirect a request to another host', async () => {
    const before = net.gateway.accepted.length
    let requests = 0
    net.gateway.respond = (response) => {
      requests++
      response.writeHead(307, { location: `${net.gateway.url}/` }).end()
    }
    expect((await trigger(execution('redirected'))).code).toBe('gateway_failed')
    expect(requests).toBe(1)
    expect(net.gateway.accepted).toHaveLength(before)
  })
})

test('does not wait for a gateway that is silent, at once or after half an answer', async () => {
  net = await startRuntime({ ...ALLOWED, CRE_GATEWAY_TIMEOUT_MS: '2000' })
  let requests = 0
  net.gateway.respond = (response) => void (requests++ === 0 || response.write('{"jsonrpc"'))
  const answers = await Promise.all(['silent-1', 'silent-2'].map((id) => trigger(execution(id))))
  for (const answer of answers) {
    expect([answer.status, answer.code]).toEqual([504, 'gateway_timeout'])
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  }
  expect(requests).toBe(2)
  await net.stop()
})
