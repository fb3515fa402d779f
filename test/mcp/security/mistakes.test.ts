import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { sideOf } from '../../support/Side.ts'
import { callTool, errorOf, request, rpc, type Send } from './callTool.ts'
import { openDoor, ORIGIN } from './openDoor.ts'

const MCP = `${ORIGIN}/mcp`
const KEY = `0x${'4c0883a69102937d6231471b5dbb6204'.repeat(2)}`
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A family that answers with the path, the query, the body, the key and the payment of a request. */
const echo = () =>
  sideOf(async (given) => {
    const { pathname, searchParams } = new URL(given.url)
    const text = await given.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    const [key, payment] = ['idempotency-key', 'payment-signature'].map((name) => given.headers.get(name))
    const data = { path: pathname, query: Object.fromEntries(searchParams), body, key, payment }
    return Response.json({ success: true, data })
  })

let send: Send
beforeAll(async () => {
  send = await openDoor({ VETOKEN: echo(), VAULT: echo(), BUILD: echo(), AGENTS: echo(), ACCOUNT: echo() })
})

const called = (name: string, args: unknown) => callTool(MCP, name, args, { send })
const messageOf = async (name: string, args: unknown) => errorOf(await called(name, args)).message

test.each([
  ['/mcp', 'buildVetokenLock', 'buildVetokenLock is an operation: call build with operationId buildVetokenLock'],
  ['/mcp', 'getVetokenUser', 'call call_read with operationId getVetokenUser'],
  ['/mcp', 'get_vault_report', 'Did you mean getVaultReport or '],
  ['/mcp', 'walet_overview', 'Did you mean wallet_overview'],
  ['/mcp', 'submitSomething', 'There is no tool submitSomething at this URL.'],
  ['/mcp', 'Ü\n', 'There is no tool %C3%9C%0A at this URL.'],
  ['/mcp/x/vault', 'getVetokenUser', 'getVetokenUser is a tool of /mcp/x/vetoken.'],
  ['/mcp/x/vault', 'resolve', 'resolve is a tool of /mcp.'],
  ['/mcp?readonly', 'call_write', 'call_write is a tool of /mcp without readonly.'],
])('at %s the name %s is answered with where the tool is', async (path, name, words) => {
  const { error } = await rpc(`${ORIGIN}${path}`, request('tools/call', { name, arguments: {} }), {}, send)
  expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(words) })
})

test.each([
  [
    'buildLock',
    /^operationId: no operation for tools has this name\. Did you mean .*buildVetokenLock.*\? search_operations finds/,
  ],
  ['zzzz', /^operationId: no operation for tools has this name\. search_operations finds one by its purpose$/],
])('the unknown operation %s is answered with the nearest names', async (operationId, words) => {
  expect(await messageOf('build', { operationId })).toMatch(words)
})

test('sign_in says which ids of agents it takes', async () => {
  for (const agentId of ['9007199254740993', '1e3', 1.5])
    expect(await messageOf('sign_in', { address: ADDRESS, agentId })).toBe('agentId: must be a whole number below 2^53')
})

test('arguments beside args, and objects and lists as JSON text, are taken', async () => {
  const wanted = { path: `/api/v1/vetoken/user/${ADDRESS}`, query: { minBlock: '7' } }
  const operationId = 'getVetokenUser'
  for (const args of [
    { operationId, args: { address: ADDRESS, minBlock: 7 } },
    { operationId, address: ADDRESS, minBlock: '7' },
    { operationId, address: ADDRESS, args: { minBlock: 7 } },
    {
      operationId,
      args: JSON.stringify({ address: ADDRESS, minBlock: 7 }),
      fields: '["path","query"]',
      accessToken: null,
    },
  ])
    expect((await called('call_read', args)).value).toMatchObject(wanted)
  const options = JSON.stringify({ fields: ['path'] })
  const ofFamily = await callTool(`${MCP}/x/vetoken`, operationId, { address: ADDRESS, options }, { send })
  expect(ofFamily.value).toEqual({ path: wanted.path })
})

test('what cannot be taken says where it belongs', async () => {
  const operationId = 'getVetokenUser'
  expect(await messageOf('call_read', { operationId, adress: ADDRESS })).toBe(
    'adress: is not a known field; put the arguments of the operation into args',
  )
  expect(await messageOf('call_read', { operationId, address: ADDRESS, args: { address: ADDRESS } })).toBe(
    'address: is given in args and beside it; give it once, in args',
  )
  expect(await messageOf('call_read', { operationId, args: 'address' })).toBe('args: must be a JSON object')
  expect(await messageOf('call_read', { operationId, args: { adress: ADDRESS } })).toMatch(
    /^adress: is not an argument of getVetokenUser; did you mean address\? It takes address, /,
  )
  const ofFamily = await callTool(`${MCP}/x/vetoken`, operationId, { options: 'x' }, { send })
  expect(errorOf(ofFamily).message).toBe('options: must be a JSON object')
})

test('the body of an operation that takes one argument need not be wrapped', async () => {
  const body = { action: 'give', agentId: '1', value: '5', valueDecimals: 0 }
  for (const args of [body, { body }])
    expect((await called('build', { operationId: 'submitAgentFeedback', args })).value).toMatchObject({ body })
})

test('security: the field that only a person sets is refused beside args and in JSON text', async () => {
  const inText = JSON.stringify({ allowUnproven: true })
  for (const more of [
    { allowUnproven: true },
    { args: inText },
    { fields: [], args: JSON.stringify({ a: JSON.parse(inText) }) },
  ])
    expect(await messageOf('build', { operationId: 'buildVetokenLock', ...more })).toContain(
      'allowUnproven: exists only',
    )
})

test('null is a value of an argument that takes it, and any other null is left out', async () => {
  const operationId = 'updatePortfolio'
  const wanted = { body: { bio: null } }
  const ofFamily = await callTool(`${MCP}/x/account`, operationId, { bio: null, options: null }, { send })
  expect(ofFamily.value).toMatchObject(wanted)
  for (const args of [{ args: { bio: null } }, { bio: null }, { bio: null, payment: null, fields: null }])
    expect((await called('call_write', { operationId, ...args })).value).toMatchObject(wanted)
})

test('security: arguments beside args replace none that cannot be read', async () => {
  const operationId = 'buildVetokenLock'
  for (const args of ['{"maxAmount": "1"', '[]', 'x', 7])
    expect(await messageOf('build', { operationId, amount: '5', args })).toMatch(/^args: must be /)
})

test('security: a payment beside a call replaces no option, in whatever form it is given', async () => {
  const operationId = 'reviewAgentFeedback'
  const payment = { scheme: 'exact' }
  const pay = async (path: string, name: string, args: object) => {
    const params = { name, arguments: args, _meta: { 'x402/payment': payment } }
    return (await rpc(`${ORIGIN}${path}`, request('tools/call', params), {}, send)).result?.['structuredContent']
  }
  const sent = Buffer.from(JSON.stringify(payment)).toString('base64')
  const ofFamily = (options: unknown) => pay('/mcp/x/agents', operationId, { agentId: 1, options })
  const paid = { payment: sent, key: '"k"' }
  expect(await ofFamily({ idempotencyKey: 'k' })).toMatchObject(paid)
  expect(await ofFamily('{"idempotencyKey":"k"}')).toMatchObject(paid)
  expect(await ofFamily('{"payment":"own"}')).toMatchObject({ payment: 'own' })
  expect(await ofFamily('{"idempotencyKey":')).toMatchObject({ error: { message: 'options: must be a JSON object' } })
  const args = { operationId, args: { agentId: 1 }, idempotencyKey: 'k' }
  expect(await pay('/mcp', 'call_write', { ...args, payment: null })).toMatchObject(paid)
  expect(await pay('/mcp', 'call_write', { ...args, payment: 'own' })).toMatchObject({ payment: 'own' })
})

test('security: an argument in a form without a text is refused by name', async () => {
  const formless = { toString: 1 }
  const store = { address: ADDRESS, store: formless }
  expect(await messageOf('call_read', { operationId: 'getWalletIntelligence', args: store })).toMatch(/^args\.store: /)
  const ofFamily = await callTool(`${MCP}/x/agents`, 'getWalletIntelligence', store, { send })
  expect(ofFamily.value).toMatchObject({ query: { store: JSON.stringify(formless) } })
  expect(await messageOf('call_read', { operationId: formless, address: ADDRESS })).toMatch(/^(operationId|address): /)
})

test('a name in place of an address is answered with resolve', async () => {
  const failed = await called('vault_report', { vault: 'AURORA' })
  expect(failed.text).toContain('vault: must be an address: 0x and 40 hex digits; for a name or symbol, resolveName')
  const { next } = z.object({ next: z.object({ tool: z.string() }) }).parse(errorOf(failed))
  expect(next.tool).toBe('resolve')
  expect(await messageOf('vault_report', { vault: '0x12' })).toBe('vault: must be an address: 0x and 40 hex digits')
})

test('security: a private key is refused as compromised in every place, and never repeated', async () => {
  const phrase = `${'abandon '.repeat(11)}about`
  for (const [tool, args] of [
    ['sign_in', { address: ADDRESS, privateKey: KEY }],
    ['sign_in', { address: ADDRESS, mnemonic: phrase }],
    ['build', { operationId: 'buildVetokenLock', args: { privateKey: KEY } }],
    ['build', { operationId: 'buildVetokenLock', key: KEY.slice(2) }],
    ['build', { operationId: 'buildVetokenLock', note: 'x', key: KEY }],
    ['build', { operationId: 'buildVetokenLock', args: { note: 'x', key: KEY } }],
  ] as const) {
    const { whole, text, isError } = await called(tool, args)
    expect(isError).toBe(true)
    expect(text).toContain('it is compromised: move everything to a new wallet')
    expect(whole).not.toContain(KEY.slice(2))
    expect(whole).not.toContain(phrase)
  }
})
