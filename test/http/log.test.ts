import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { SignInChallenge, StartedSession } from '../../schema/account/answers.ts'
import { envelope } from '../../schema/common.ts'
import { startLocalnet, type TestNet } from '../support/localnet.ts'

let net: TestNet | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await net?.stop()
})

const Line = z.looseObject({
  time: z.iso.datetime(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  event: z.string(),
  requestId: z.string().optional(),
})
const RequestLine = Line.extend({
  event: z.literal('request'),
  operation: z.string().optional(),
  status: z.int(),
  code: z.string().optional(),
  upstreamCalls: z.int().optional(),
  upstreamMs: z.number().optional(),
  traceId: z.string().optional(),
  parentId: z.string().optional(),
  spanId: z.string().optional(),
  ms: z.number(),
})

/** All that the Workers log from here on. */
function listen() {
  const lines: string[] = []
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void lines.push(words.map(String).join(' ')))
  return lines
}

const CLIENT = '203.0.113.77'
const [TRACE_ID, PARENT_ID] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const TRACED = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` }
const requests = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('"event":"request"')).map((line) => RequestLine.parse(JSON.parse(line)))

test('one line for each request at the level of production: what it was, what it answered, what it cost', async () => {
  net = await startLocalnet({ families: ['vetoken', 'account'], variables: { LOG_LEVEL: 'info' } })
  const lines = listen()
  const api = net.sockets['vetoken']
  const path = `/v1/vetoken/user/${net.world.accounts[0]?.address}`
  const ask = (at: string, id: string, init: RequestInit = {}) =>
    fetch(`${api}${at}`, { ...init, headers: { 'x-request-id': id, 'cf-connecting-ip': CLIENT, ...TRACED } })
  expect((await ask(path, 'cold-read-1')).status).toBe(200)
  expect((await ask(`${path}?minBlock=999999999`, 'too-new-1')).status).toBe(503)
  expect((await ask('/v1/vetoken/nothing/here', 'no-operation-1')).status).toBe(404)
  expect((await ask(path, 'wrong-method-1', { method: 'DELETE' })).status).toBe(405)
  expect((await ask(`/v1/vetoken/user/${'0x12'}`, 'wrong-input-1')).status).toBe(400)
  const lineOf = (id: string) => requests(lines).find((line) => line.requestId === id)
  await expect.poll(() => requests(lines).length).toBeGreaterThanOrEqual(5)
  expect(lineOf('cold-read-1')).toMatchObject({ level: 'info', operation: 'getVetokenUser', status: 200 })
  expect(lineOf('cold-read-1')?.upstreamCalls).toBe(1)
  // Each request is a span of its own in the caller's trace, whether an operation answers it or not.
  for (const line of requests(lines)) expect(line).toMatchObject({ traceId: TRACE_ID, parentId: PARENT_ID })
  expect(new Set(requests(lines).map(({ spanId }) => spanId)).size).toBe(requests(lines).length)
  expect(lineOf('cold-read-1')?.code).toBeUndefined()
  expect(lineOf('too-new-1')).toMatchObject({ status: 503, code: 'behind_requested_block' })
  expect(lineOf('no-operation-1')).toMatchObject({ status: 404, code: 'not_found' })
  expect(lineOf('no-operation-1')?.operation).toBeUndefined()
  expect(lineOf('wrong-method-1')).toMatchObject({ status: 405, code: 'method_not_allowed' })
  expect(lineOf('wrong-input-1')).toMatchObject({ status: 400, code: 'invalid_request', upstreamCalls: 0 })
  const ids = requests(lines).map(({ requestId }) => requestId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('what the isolate kept is logged only at level debug', async () => {
  net = await startLocalnet({ families: ['vetoken'], blockTimeMs: 60_000, variables: { LOG_LEVEL: 'debug' } })
  const lines = listen()
  const path = `${net.sockets['vetoken']}/v1/vetoken/user/${net.world.accounts[0]?.address}`
  for (const id of ['first-read', 'second-read'])
    await (await fetch(path, { headers: { 'x-request-id': id } })).arrayBuffer()
  await expect.poll(() => requests(lines).length).toBe(2)
  expect(requests(lines).map(({ level, requestId }) => [level, requestId])).toEqual([
    ['info', 'first-read'],
    ['debug', 'second-read'],
  ])
  expect(requests(lines)[1]).toMatchObject({ status: 200, upstreamCalls: 0 })
})

test('security: no line has a secret, a token, a signer, a body, a query, an IP address, or more of a URL than its host', async () => {
  const nodeKey = 'key-of-a-node-in-its-path'
  net = await startLocalnet({
    families: ['vetoken', 'account', 'build'],
    variables: { LOG_LEVEL: 'debug' },
    nodeUrl: (url) => `http://user:word@127.0.0.1:9/${nodeKey}?token=${nodeKey}, ${url}`,
  })
  const lines = listen()
  const signer = privateKeyToAccount(generatePrivateKey())
  const headers = { 'content-type': 'application/json', 'cf-connecting-ip': CLIENT }
  const send = (family: string, at: string, body?: unknown, more: Record<string, string> = {}) =>
    fetch(`${net?.sockets[family]}${at}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...headers, ...more },
    })
  const challenge = await send('account', '/auth/nonce')
  const { data } = envelope(SignInChallenge).parse(await challenge.json())
  const { issuedAt, expiresAt: _, ...fields } = data
  const message = createSiweMessage({
    ...fields,
    address: signer.address,
    version: '1',
    issuedAt: new Date(issuedAt),
  })
  const signature = await signer.signMessage({ message })
  const started = await send('account', '/auth/verify', { message, signature })
  const { token = '' } = envelope(StartedSession).parse(await started.json()).data
  const authorization = `Bearer ${token}`
  expect((await send('account', '/auth/me', undefined, { authorization })).status).toBe(200)
  await send('account', '/auth/verify', { message, signature: `${signature.slice(0, -2)}00` })
  await send('account', '/auth/me', undefined, { 'x-siwa-receipt': 'receipt-of-an-agent.signature' })
  await send('build', '/v1/build/vetoken/unlock', { note: 'words-of-a-body' }, { authorization })
  await send('vetoken', `/v1/vetoken/user/${signer.address}?note=words-of-a-query`)
  await expect.poll(() => requests(lines).length).toBeGreaterThanOrEqual(6)
  const log = lines.join('\n')
  expect(log).toContain('"event":"upstream_failure"')
  // The runtime says this by itself, of an internal call whose caller did not wait.
  const own = lines.filter((line) => !line.startsWith('An RPC result was not disposed properly.'))
  for (const line of own) expect(Line.safeParse(JSON.parse(line)).success, line).toBe(true)
  const secrets = Object.values(net.secrets)
  expect(secrets.length).toBeGreaterThan(5)
  const never = [
    ...secrets,
    nodeKey,
    'user:word',
    token,
    signature.slice(2, 40),
    data.nonce,
    signer.address,
    signer.address.toLowerCase(),
    CLIENT,
    'words-of-a-body',
    'words-of-a-query',
    'receipt-of-an-agent',
  ]
  expect(token).toMatch(/^[0-9a-f]{66}$/)
  for (const word of never) expect(log.toLowerCase()).not.toContain(word.toLowerCase())
})
