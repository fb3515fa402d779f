import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { listen } from '../../../localnet/standIn.ts'
import { paymentVariables, saleOf } from '../../../shared/env/paymentEnv.ts'
import { readEnv } from '../../../shared/env/readEnv.ts'
import { createFacilitator } from '../../../functions/agents/review/payment/createFacilitator.ts'
import { hexOf } from './payer.ts'

const wallet = hexOf(`0x${'aa'.repeat(20)}`)
const other = `0x${'11'.repeat(20)}`
const url = 'https://facilitator.example/x402'
const saleWith = (variables: object) => saleOf(readEnv(z.object(paymentVariables), variables), wallet)

test('nothing is sold without a facilitator, or through one that a token would reach in the clear', () => {
  expect(saleWith({})).toBeUndefined()
  expect(saleWith({ X402_FACILITATOR_URL: 'http://facilitator.example' })).toBeUndefined()
})

test('the wallet of the agent is paid unless another address is named, and nobody after a mistake', () => {
  expect(saleWith({ X402_FACILITATOR_URL: url })?.payTo).toBe(wallet)
  expect(saleWith({ X402_FACILITATOR_URL: url, X402_PAY_TO: other })?.payTo).toBe(other)
  expect(saleWith({ X402_FACILITATOR_URL: url, X402_PAY_TO: '0x11' })).toBeUndefined()
  expect(saleOf(readEnv(z.object(paymentVariables), { X402_FACILITATOR_URL: url }), undefined)).toBeUndefined()
})

test('the price is 1 USDC unless another is set, and a wrong one closes the route', () => {
  expect(saleWith({ X402_FACILITATOR_URL: url })?.amount).toBe('1000000')
  expect(saleWith({ X402_FACILITATOR_URL: url, X402_PRICE: '250000' })?.amount).toBe('250000')
  for (const price of ['0', '1.5', '-1', '1e6', '9'.repeat(17)])
    expect(saleWith({ X402_FACILITATOR_URL: url, X402_PRICE: price })).toBeUndefined()
})

test('a facilitator is sent its token, or none, and what it answers is read up to a bound, without redirects', async () => {
  const tokens: (string | undefined)[] = []
  let answer: { status: number; headers?: Record<string, string>; body: string } = { status: 200, body: '' }
  const { url, stop } = await listen(
    createServer((request, response) => {
      tokens.push(request.headers.authorization)
      response.writeHead(answer.status, answer.headers).end(answer.body)
    }),
  )
  const authorization = { from: wallet, to: wallet, value: '1', validAfter: '0', validBefore: '1', nonce: wallet }
  const payment = { accepted: OFFER, authorization, signature: wallet }
  const discovery = { resource: { url: 'https://api.example.com/review' }, extensions: { bazaar: {} } }
  const ask = (token?: string) =>
    createFacilitator({ url: `${url}/`, token, timeoutMs: 2000, discovery }).verify(payment)
  answer = { status: 200, body: '{"isValid":true}' }
  expect([await ask(), await ask('a token')]).toEqual([undefined, undefined])
  expect(tokens).toEqual([undefined, 'Bearer a token'])
  const reasons = ['insufficient_funds', 'words of its own']
  for (const invalidReason of reasons) {
    answer = { status: 200, body: JSON.stringify({ isValid: false, invalidReason }) }
    expect(await ask()).toBe(invalidReason === 'insufficient_funds' ? invalidReason : 'invalid_payload')
  }
  for (const wrong of [
    { status: 302, headers: { location: `${url}/elsewhere` }, body: '' },
    { status: 200, body: `{"isValid":true,"x":"${'x'.repeat(70_000)}"}` },
    { status: 200, body: '{"isValid":true,"payer":"0x0000000000000000000000000000000000000001"}' },
    { status: 200, body: '{"isValid":false,"invalidReason":"unexpected_verify_error"}' },
    { status: 200, body: '{"isValid":"yes"}' },
    { status: 503, body: '{"isValid":true}' },
  ]) {
    answer = wrong
    await expect(ask(), JSON.stringify(wrong).slice(0, 80)).rejects.toMatchObject({ code: 'facilitator_unavailable' })
  }
  await stop()
})

const OFFER = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: other,
  amount: '1',
  payTo: wallet,
  maxTimeoutSeconds: 300,
  extra: {},
} as const
