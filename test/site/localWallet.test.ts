import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { recoverMessageAddress } from 'viem'
import * as z from 'zod'
import { LOCAL_WALLET, LOCAL_WORLD } from '../../functions/site/atHost.ts'
import { startWallet } from '../../localnet/wallet/startWallet.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

const Hexadecimal = z.templateLiteral(['0x', z.string()])

const local = useNet(() => startWallet())
const net = useNet(() => startLocalnet({ families: ['site'], variables: local.variables }))
beforeAll(async () => {
  local.serveChain(net)
})

/** As a page of the host asks; other headers make it somebody else. */
const ask = (method: string, params: unknown = [], headers: Record<string, string> = { origin: net.host }) =>
  fetch(`${net.host}${LOCAL_WALLET}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
const resultOf = async (response: Response): Promise<unknown> =>
  z.object({ result: z.unknown() }).parse(await response.json()).result

describe('the wallet of a localnet', () => {
  test('names its accounts, and signs for them', async () => {
    const accounts = await resultOf(await ask('localnet_accounts'))
    expect(accounts).toContainEqual({ role: 'voter', address: addressOf('voter') })
    const signature = Hexadecimal.parse(await resultOf(await ask('personal_sign', ['0x6869', addressOf('voter')])))
    expect(await recoverMessageAddress({ message: 'hi', signature })).toBe(addressOf('voter'))
  })

  test('has nothing that a page does not need', async () => {
    for (const method of [
      'anvil_setBalance',
      'evm_increaseTime',
      'eth_sign',
      'eth_sendRawTransaction',
      'debug_traceCall',
    ])
      expect(await (await ask(method)).json()).toMatchObject({ error: { code: 4200 } })
  })

  test.each([
    ['a page from elsewhere', { origin: 'https://elsewhere.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:9', 'sec-fetch-site': 'same-site' }],
    ['a program', {}],
  ])('is not there for %s', async (_, headers) => {
    expect((await ask('localnet_accounts', [], headers)).status).toBe(404)
  })

  test('takes no long request, and no other method', async () => {
    expect((await ask('personal_sign', ['x'.repeat(70_000)])).status).toBe(404)
    expect((await fetch(`${net.host}${LOCAL_WALLET}`)).status).toBe(404)
  })

  test('is nowhere at a deployment, even with its variable', async () => {
    await net.withVariables({ BASE_URL: 'https://api.example.com/api' }, async () => {
      expect((await ask('localnet_accounts', [], { 'sec-fetch-site': 'same-origin' })).status).toBe(404)
    })
  })

  test('is nowhere without its variable', async () => {
    await net.withVariables({ LOCAL_WALLET_RPC: '' }, async () => {
      expect((await ask('localnet_accounts')).status).toBe(404)
    })
  })
})

describe('what a localnet has', () => {
  const world = { chainId: 31_337, accounts: [{ role: 'voter', privateKey: '0x01' }] }
  const get = (headers: Record<string, string> = {}) => fetch(`${net.host}${LOCAL_WORLD}`, { headers })

  test('is there for programs as soon as it has started', async () => {
    expect((await get()).status).toBe(404)
    local.serveWorld(world)
    const answer = await get()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(world)
    expect((await get({ 'sec-fetch-site': 'none' })).status).toBe(200)
  })

  test.each([
    ['a page from elsewhere', { origin: 'https://elsewhere.example' }],
    ['a page from elsewhere, without CORS', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ])('is not there for %s', async (_, headers) => {
    expect((await get(headers)).status).toBe(404)
  })

  test('is not there under a foreign host name that resolves to this machine', async () => {
    const { port } = new URL(net.host)
    expect(await withHost(`${net.host}${LOCAL_WORLD}`, `rebound.example:${port}`)).toBe(404)
    expect(await withHost(`${local.url}/world`, 'rebound.example')).toBe(403)
  })

  test('is nowhere at a deployment, even with its variable', async () => {
    await net.withVariables({ BASE_URL: 'https://api.example.com/api' }, async () => {
      expect((await get()).status).toBe(404)
    })
  })
})

/** Status of the request with another header Host, which `fetch` does not send. */
const withHost = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .once('error', reject)
      .end()
  })
