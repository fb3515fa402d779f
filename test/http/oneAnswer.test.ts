import { describe, expect, test } from 'vitest'
import { requestsWith } from '../account/support.ts'
import { inOneMinute, refusal } from '../support/inOneMinute.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() =>
  startLocalnet({
    families: ['auction', 'lottery', 'token', 'vetoken'],
    blockTimeMs: 3_600_000,
    variables: { LIMIT_AMOE_NONCE: '3', LIMIT_TOKEN_IMAGE_ADDRESS: '3' },
    nodeUrl: proxy.nodeUrl,
  }),
)

const family = (name: string, path: string) => `${net.sockets[name]}${path}`
/** Requests that ask about an address: core's job reads the chain as well. */
const readsOf = (address: string) => requestsWith(proxy, address.slice(2).toLowerCase())

async function codeOf(url: string, init?: RequestInit): Promise<unknown[]> {
  const response = await fetch(url, init)
  return [response.status, response.headers.get('x-error-code'), JSON.parse(await response.text()).error]
}

describe('an answer is found by its inputs, however the URL spells them', () => {
  test('an address in any case and percent-encoded, unknown parameters, the chain, HEAD', async () => {
    const { shareToken } = net.world.contracts
    const at = (address: string, rest = '') => family('token', `/v1/token/${address}/metadata${rest}`)
    const spellings = [
      at(shareToken),
      at(shareToken.toLowerCase()),
      at(shareToken.replace('0x', '%30x')),
      at(shareToken, '?'),
      at(shareToken, '?cold=1'),
      at(shareToken, '?cold=2&chain=31337'),
      at(shareToken, '?chain=031337&__proto__=1'),
    ]
    const answers = await Promise.all(spellings.map(async (url) => (await fetch(url)).text()))
    expect(new Set(answers).size).toBe(1)
    expect((await fetch(at(shareToken, '?cold=3'), { method: 'HEAD' })).status).toBe(200)
    expect(readsOf(shareToken)).toBe(1)
  })

  test('what is left out and what is given as the default, and values that count for the same', async () => {
    const { shareToken2 } = net.world.contracts
    const image = (query: string) => family('token', `/v1/token/${shareToken2}/image?${query}`)
    const same = [
      '',
      'size=512',
      'size=0512&style=card',
      'preset=standard&style=anything&format=webp',
      'tokenKind=share',
    ]
    for (const query of same) expect((await fetch(image(query))).status).toBe(200)
    expect(readsOf(shareToken2)).toBe(1)
    expect((await fetch(image('size=64'))).status).toBe(200)
    expect((await fetch(image('size=1'))).status).toBe(200)
    expect(readsOf(shareToken2)).toBe(2)
  })

  test('the host of the request changes nothing', async () => {
    const url = family('token', `/v1/token/${net.world.contracts.shareToken}/tokenlist`)
    const own = await (await fetch(url)).text()
    const other = await (await fetch(url.replace('127.0.0.1', 'localhost'))).text()
    expect(other).toBe(own)
    expect(other).toContain(`${net.api}/v1/token/`)
    expect(readsOf(net.world.contracts.shareToken)).toBe(1)
  })

  test('a requested minBlock is always reached, though the answer is found under the same key', async () => {
    const url = family('vetoken', `/v1/vetoken/user/0x${'5'.repeat(40)}`)
    const block = async (query: string) =>
      Number(JSON.parse(await (await fetch(url + query)).text()).data.asOf.blockNumber)
    const first = await block('')
    await fetch(net.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}',
    })
    expect(await block('?cold=1')).toBe(first)
    expect(await block(`?minBlock=${first + 1}`)).toBeGreaterThan(first)
    expect(await block('')).toBeGreaterThan(first)
  })
})

describe('a repeated parameter', () => {
  test.each([
    ['auction', () => `/v1/auction/${net.world.contracts.auction}/recentBids?limit=1&limit=2`, 'limit'],
    ['auction', () => `/v1/auction/${net.world.contracts.auction}/recentBids?limit=1&x=&limit=1`, 'limit'],
    ['vetoken', () => `/v1/vetoken/user/0x${'1'.repeat(40)}?minBlock=1&minBlock=2`, 'minBlock'],
    ['token', () => `/v1/token/${net.world.contracts.shareToken}/image?size=64&%73ize=128`, 'size'],
    ['lottery', () => `/v1/lottery/key-coverage?buyer=0x${'1'.repeat(40)}&buyer=0x${'2'.repeat(40)}`, 'buyer'],
  ])('of %s is refused by name', async (name, path, parameter) => {
    expect(await codeOf(family(name, path()))).toEqual([
      400,
      'invalid_request',
      `invalid_request: ${parameter}: must be given only once`,
    ])
  })

  test.each([
    [
      'amoe/nonce',
      (wallet: string, other: string) => family('lottery', `/v1/lottery/amoe/nonce?${other}wallet=${wallet}`),
    ],
    [
      'token/image',
      (wallet: string, other: string) => family('token', `/token/image?${other}address=${wallet}&size=64`),
    ],
  ])('does not get around the second budget of %s', async (name, url) => {
    const wallet = name === 'token/image' ? net.world.contracts.shareToken : `0x${'ab'.repeat(20)}`
    const parameter = name === 'token/image' ? 'address' : 'wallet'
    // One budget, however the address is written; a request that is refused for its form spends nothing of it.
    const statuses = await inOneMinute(async (turn) => {
      const client = { headers: { 'cf-connecting-ip': `192.0.${name.length}.${turn}` } }
      const ask = (spelling: string, other = '') => fetch(url(spelling, other), client)
      const answers = [
        await ask(wallet, `${parameter}=0x${'11'.repeat(20)}&`),
        await ask(wallet.toLowerCase()),
        await ask(wallet.replace('0x', '0%78')),
        await ask(wallet),
        await refusal(() => ask(wallet, 'a=1&')),
        await ask(wallet.toLowerCase(), `${parameter}=0x${'12'.repeat(20)}&`),
      ]
      return answers.map(({ status }) => status)
    })
    expect(statuses).toEqual([400, 200, 200, 200, 429, 400])
  })
})

describe('a URL over 4 KiB', () => {
  const padded = (url: string, length: number) => `${url}?${'x'.repeat(length - url.length - 1)}`

  test('is 414 at its family, at the gateway, for documents and for what is not there; at the bound it is answered', async () => {
    const user = `/v1/vetoken/user/0x${'1'.repeat(40)}`
    for (const url of [family('vetoken', user), net.api + user, `${net.host}/openapi.json`, `${net.api}/nothing`]) {
      const response = await fetch(padded(url, 4097))
      expect([response.status, response.headers.get('x-error-code')]).toEqual([414, 'uri_too_long'])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-request-id')).not.toBeNull()
    }
    expect((await fetch(padded(family('vetoken', user), 4096))).status).toBe(200)
  })

  test('is 414 whatever the method', async () => {
    const url = padded(family('vetoken', `/v1/vetoken/user/0x${'1'.repeat(40)}`), 5000)
    for (const method of ['HEAD', 'POST', 'DELETE']) expect((await fetch(url, { method })).status).toBe(414)
  })
})
