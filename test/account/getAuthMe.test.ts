import { createHmac } from 'node:crypto'
import { signAuthenticatedRequest } from '@buildersgarden/siwa/erc8128'
import { createReceipt } from '@buildersgarden/siwa/receipt'
import { signRequest } from '@slicekit/erc8128'
import type { LocalAccount } from 'viem'
import { describe, expect, test } from 'vitest'
import { CurrentPrincipal } from '../../schema/account/answers.ts'
import { ErrorEnvelope } from '../../schema/common.ts'
import { mallory, OTHER_SECRET, siwaSigner } from '../auth/support.ts'
import { accountOf, bearer, call, dataOf, me, receiptOf, signIn, startAccountNet, toAnswer } from './support.ts'
import { useNet } from '../support/useNet.ts'

/** Challenges of an operation that takes a session or a receipt. */
const PLAIN = 'Bearer realm="session", SIWA realm="agent"'
const WRONG = 'Bearer realm="session", error="invalid_token", SIWA realm="agent"'
const NO_RECEIPT = `${PLAIN}, error="invalid_receipt"`
const challenge = (error: string) => `${PLAIN}, ERC8128 realm="agent", error="${error}"`

const net = useNet(() => startAccountNet())

const agent = () => accountOf(net, 'agent')
const refused = (headers: Record<string, string>) => call(net.api, 'me', undefined, headers)

const makeReceipt = (options: { secret: string; ttl?: number }) => {
  const agentRegistry = `eip155:31337:${net.world.contracts.identityRegistry}`
  return createReceipt(
    { address: agent().address, agentId: 0, agentRegistry, chainId: 31337, verified: 'onchain', signerType: 'eoa' },
    options,
  )
}

const url = () => `${net.api}/auth/me`
const send = async (request: Request) => toAnswer(await fetch(request))
const signer = (account: LocalAccount, address = account.address) => ({
  address,
  chainId: 31337,
  signMessage: (raw: Uint8Array) => account.signMessage({ message: { raw } }),
})

describe('happy', () => {
  test('a session, by bearer and by cookie', async () => {
    const account = accountOf(net, 'stranger')
    const { cookie, token } = await signIn(net.api, account)
    for (const headers of [bearer(token), { cookie }]) {
      expect(await me(net.api, headers)).toMatchObject({
        kind: 'session',
        address: account.address,
        agentId: null,
        agentRegistry: null,
      })
    }
  })

  test('the agent of a receipt', async () => {
    const { receipt, receiptExpiresAt } = await receiptOf(net.api, 0, agent())
    for (const headers of [{ 'x-siwa-receipt': receipt }, { authorization: `SIWA ${receipt}` }]) {
      const expiresAt = new Date(1000 * Math.floor(Date.parse(receiptExpiresAt) / 1000)).toISOString()
      expect(await me(net.api, headers)).toMatchObject({
        kind: 'siwa',
        address: agent().address,
        agentId: 0,
        expiresAt,
      })
    }
  })
})

describe('signed', () => {
  test('a request signed by @slicekit/erc8128 or by the SIWA client is taken once', async () => {
    const { receipt } = await receiptOf(net.api, 0, agent())
    const plain = () => new Request(url(), { headers: { 'x-siwa-receipt': receipt } })
    const requests = [
      await signRequest(plain(), signer(agent()), { components: ['x-siwa-receipt'] }),
      await signAuthenticatedRequest(new Request(url()), receipt, siwaSigner(agent()), 31337),
    ]
    for (const request of requests) {
      expect(dataOf(await send(request.clone()), CurrentPrincipal)).toMatchObject({ kind: 'siwa', agentId: 0 })
      const replayed = await send(request)
      expect(replayed).toMatchObject({ status: 401, code: 'unauthenticated' })
      expect(replayed.headers.get('www-authenticate')).toBe(challenge('nonce_reused'))
    }
  })

  test('of 20 sendings of one signed request exactly one is taken', async () => {
    const { receipt } = await receiptOf(net.api, 0, agent())
    const request = await signRequest(new Request(url(), { headers: { 'x-siwa-receipt': receipt } }), signer(agent()), {
      components: ['x-siwa-receipt'],
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(request.clone())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a contract wallet signs requests by ERC-1271', async () => {
    const { wallet } = net.world.contracts
    const { receipt } = await receiptOf(net.api, 1, accountOf(net, 'owner'), wallet)
    const request = (by: LocalAccount) =>
      signRequest(new Request(url(), { headers: { 'x-siwa-receipt': receipt } }), signer(by, wallet), {
        components: ['x-siwa-receipt'],
      })
    expect(dataOf(await send(await request(accountOf(net, 'owner'))), CurrentPrincipal)).toMatchObject({
      agentId: 1,
      address: wallet,
    })
    expect(await send(await request(mallory))).toMatchObject({ status: 401 })
  })

  test('security: a changed query and another signer are refused', async () => {
    const { receipt } = await receiptOf(net.api, 0, agent())
    const plain = (search = '') => new Request(url() + search, { headers: { 'x-siwa-receipt': receipt } })
    const signed = await signRequest(plain(), signer(agent()), { components: ['x-siwa-receipt'] })
    const moved = await send(new Request(`${url()}?x=1`, { headers: signed.headers }))
    expect(moved.headers.get('www-authenticate')).toBe(challenge('insufficient_coverage'))
    const other = await send(await signRequest(plain(), signer(mallory), { components: ['x-siwa-receipt'] }))
    expect(other.headers.get('www-authenticate')).toBe(challenge('bad_signature'))
  })
})

describe('security', () => {
  test.each<[string, () => Record<string, string>, RegExp, string]>([
    ['nobody', () => ({}), /the request has no credential; /, PLAIN],
    [
      'a text that is no token',
      () => bearer('0'.repeat(64)),
      /the bearer token is not a session of this service; /,
      WRONG,
    ],
    ['a made-up token', () => bearer('0'.repeat(66)), /the bearer token is not a session of this service; /, WRONG],
    ['a made-up cookie', () => ({ cookie: 'session=x' }), /the cookie is not a session of this service; /, PLAIN],
    [
      'a receipt of another secret',
      () => ({ 'x-siwa-receipt': makeReceipt({ secret: OTHER_SECRET }).receipt }),
      /the receipt was not issued by this service/,
      NO_RECEIPT,
    ],
    ['no receipt', () => ({ 'x-siwa-receipt': 'é.é' }), /the receipt was not issued by this service/, NO_RECEIPT],
    [
      'an expired receipt',
      () => ({
        'x-siwa-receipt': makeReceipt({ secret: net.secrets['SIWA_RECEIPT_SECRET'] ?? '', ttl: -1000 }).receipt,
      }),
      /the receipt expired at 20\d\d-/,
      NO_RECEIPT,
    ],
  ])('%s is 401, and the error says what is wrong and how to sign in', async (_, headers, fault, challenges) => {
    const answer = await refused(headers())
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' })
    const { error } = ErrorEnvelope.parse(answer.json)
    expect(error).toMatch(fault)
    for (const step of ['auth/nonce', 'auth/verify', 'auth/agent-nonce', 'auth/agent-verify'])
      expect(error).toContain(`${net.api}/${step}`)
    expect(answer.headers.get('www-authenticate')).toBe(challenges)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('a session that was ended is distinguished from one that never was', async () => {
    const { token } = await signIn(net.api, agent())
    await call(net.api, 'logout', '', bearer(token))
    const answer = await refused(bearer(token))
    expect(answer.headers.get('www-authenticate')).toBe(WRONG)
    expect(ErrorEnvelope.parse(answer.json).error).toMatch(/^unauthenticated: the session was ended; /)
  })

  test('a session’s own operation says so to an agent', async () => {
    const { receipt } = await receiptOf(net.api, 0, agent())
    const answer = await call(net.api, 'sessions', undefined, { 'x-siwa-receipt': receipt })
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="session"')
    const { error } = ErrorEnvelope.parse(answer.json)
    expect(error).toMatch(/^unauthenticated: this operation accepts only a session, not a SIWA receipt; sign /)
    expect(error).not.toContain('agent-nonce')
  })

  test.each(['null', '5', '[]', '"text"', '{}', 'no JSON'])(
    'a receipt that our own secret signed, with %s in place of an agent, is 401',
    async (payload) => {
      const data = Buffer.from(payload).toString('base64url')
      const mac = createHmac('sha256', net.secrets['SIWA_RECEIPT_SECRET'] ?? '')
        .update(data)
        .digest('base64url')
      const answer = await refused({ 'x-siwa-receipt': `${data}.${mac}` })
      expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' })
    },
  )

  test('rotation: a receipt of the previous secret is still taken', async () => {
    const previous = net.secrets['SIWA_RECEIPT_SECRET'] ?? ''
    const { receipt } = await receiptOf(net.api, 0, agent())
    const rotated = { SIWA_RECEIPT_SECRET: OTHER_SECRET, SIWA_RECEIPT_SECRET_PREVIOUS: previous }
    await net.withVariables(rotated, async () => {
      expect(await me(net.api, { 'x-siwa-receipt': receipt })).toMatchObject({ agentId: 0 })
    })
  })
})
