import { encodePaymentRequiredHeader } from '@x402/core/http'
import { expect, test } from 'vitest'
import { sideOf } from '../../support/Side.ts'
import { callTool, errorOf } from './callTool.ts'
import { answering, openDoor, ORIGIN } from './openDoor.ts'

const MCP = `${ORIGIN}/mcp`
const FILE = `data:application/json;base64,${'QUJD'.repeat(1000)}`
const PRICE = {
  scheme: 'exact',
  network: 'eip155:8453' as const,
  amount: '1000000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  maxTimeoutSeconds: 60,
  extra: {},
}

const refusing = (status: number, code: string, detail: string, headers: Record<string, string> = {}) =>
  sideOf(() =>
    Response.json(
      { status, code, detail, fix: 'Sign in first.' },
      { status, headers: { 'x-error-code': code, ...headers } },
    ),
  )

test('the text of an offer has what a payer decides by, and the offer stands once', async () => {
  const resource = { url: 'https://api.example.com/review', description: '', mimeType: '' }
  const header = encodePaymentRequiredHeader({ x402Version: 2, resource, accepts: [PRICE] })
  const AGENTS = refusing(402, 'payment_required', 'pay first', { 'payment-required': header })
  const send = await openDoor({ AGENTS })
  const offered = await callTool(MCP, 'paid_review', { agentId: 1 }, { send })
  for (const part of [PRICE.amount, PRICE.asset, PRICE.payTo, PRICE.network, 'payment: base64'])
    expect(offered.text).toContain(part)
  expect(offered.value).toMatchObject({ x402Version: 2, accepts: [PRICE] })
  expect(errorOf(offered)).not.toHaveProperty('paymentRequired')
  expect(JSON.stringify(offered.value).split(PRICE.payTo)).toHaveLength(2)
})

test('an error without a credential says first what to call, in at most 200 characters', async () => {
  const long = 'a request needs a session or a receipt, which '.repeat(9)
  const send = await openDoor({
    BUILD: refusing(401, 'unauthenticated', long),
    AGENTS: refusing(401, 'unauthenticated', long),
  })
  for (const call of [
    callTool(MCP, 'build', { operationId: 'buildGaugeVote' }, { send }),
    callTool(MCP, 'paid_review', { agentId: 1 }, { send }),
  ]) {
    const { text } = await call
    expect(text.length).toBeLessThanOrEqual(200)
    expect(text).toMatch(/^unauthenticated: (Call sign_in|As an agent call sign_in)/)
  }
})

test('a long data URI is a mark, unless fields name it or it is the answer itself', async () => {
  const GAUGE = answering({ uri: FILE, again: [{ uri: FILE }], dataUri: FILE, note: 'data:,short' })
  const send = await openDoor({ GAUGE })
  const whole = await callTool(MCP, 'call_read', { operationId: 'getGaugeEpoch' }, { send })
  const mark = `data:application/json (${FILE.length} characters; choose it with fields to get it whole)`
  expect(whole.value).toEqual({ uri: mark, again: [{ uri: mark }], dataUri: FILE, note: 'data:,short' })
  const chosen = await callTool(MCP, 'call_read', { operationId: 'getGaugeEpoch', fields: ['again.uri'] }, { send })
  expect(chosen.value).toEqual({ again: [{ uri: FILE }] })
})

test('the text of a long value has its beginning, with the names of what was left out', async () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({ index: i, text: 'a'.repeat(80) }))
  const send = await openDoor({ GAUGE: answering({ rows, issues: ['no lock'] }) })
  const { text, value } = await callTool(MCP, 'call_read', { operationId: 'getGaugeEpoch' }, { send })
  expect(value).toEqual({ rows, issues: ['no lock'] })
  expect(text).toMatch(/\/rows \d+ of 400\.\n/)
  const shown: unknown = JSON.parse(text.slice(text.indexOf('\n')))
  expect(shown).toMatchObject({ issues: ['no lock'], rows: expect.arrayContaining([rows[0]]) })
})

test('the reputation of an agent has its entry and its newest feedback, and of an unknown agent is an error', async () => {
  const AGENTS = sideOf((request) => {
    const query = new URL(request.url).searchParams
    if (query.get('agentId') === '9')
      return Response.json({ detail: 'no agent 9' }, { status: 404, headers: { 'x-error-code': 'agent_not_found' } })
    return Response.json({ success: true, data: { mode: query.get('mode'), limit: query.get('limit') } })
  })
  const send = await openDoor({ AGENTS })
  const known = await callTool(MCP, 'agent_reputation', { agentId: 1, limit: 3 }, { send })
  expect(known.value).toEqual({ reputation: { mode: 'summary', limit: null }, newest: { mode: 'indexed', limit: '3' } })
  const unknown = await callTool(MCP, 'agent_reputation', { agentId: 9 }, { send })
  expect([unknown.isError, errorOf(unknown).code]).toEqual([true, 'agent_not_found'])
})
