import { createHmac } from 'node:crypto'
import { signAuthenticatedRequest } from '@buildersgarden/siwa/erc8128'
import { createReceipt } from '@buildersgarden/siwa/receipt'
import { signRequest } from '@slicekit/erc8128'
import type { LocalAccount } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CurrentPrincipal } from '../../schema/account/answers.ts'
import { mallory, OTHER_SECRET, siwaSigner } from '../auth/support.ts'
import type { BorrowedNet } from '../support/localnet.ts'
import { accountOf, bearer, call, dataOf, me, receiptOf, signIn, startAccountNet, toAnswer } from './support.ts'

let net: BorrowedNet
beforeAll(async () => {
  net = await startAccountNet()
})
afterAll(() => net.stop())

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
      expect(replayed.headers.get('www-authenticate')).toBe('SIWA, ERC8128 error="nonce_reused"')
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
    expect(moved.headers.get('www-authenticate')).toBe('SIWA, ERC8128 error="insufficient_coverage"')
    const other = await send(await signRequest(plain(), signer(mallory), { components: ['x-siwa-receipt'] }))
    expect(other.headers.get('www-authenticate')).toBe('SIWA, ERC8128 error="bad_signature"')
  })
})

describe('security', () => {
  test('nobody, a made-up token and a receipt of another secret are 401 and say how to authenticate', async () => {
    const { receipt } = makeReceipt({ secret: OTHER_SECRET })
    for (const headers of [
      {},
      bearer('0'.repeat(64)),
      bearer('0'.repeat(66)),
      { cookie: 'session=x' },
      { 'x-siwa-receipt': receipt },
      { 'x-siwa-receipt': 'é.é' },
    ]) {
      const answer = await refused(headers)
      expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' })
      expect(answer.headers.get('www-authenticate')).toBe('SIWA, ERC8128')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('an expired receipt is 401', async () => {
    const { receipt } = makeReceipt({ secret: net.secrets['SIWA_RECEIPT_SECRET'] ?? '', ttl: -1000 })
    expect(await refused({ 'x-siwa-receipt': receipt })).toMatchObject({ status: 401 })
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
