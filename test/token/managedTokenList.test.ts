import tokenListSchema from '@uniswap/token-lists/dist/tokenlist.schema.json' with { type: 'json' }
import { getVersionUpgrade, minVersionBump, type TokenList } from '@uniswap/token-lists'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { getAddress, pad, padHex, stringToHex, zeroAddress, type Address } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { addressOf } from '../../localnet/world/accounts.ts'
import { envelope } from '../../schema/common.ts'
import { ManagedTokenListChange } from '../../schema/token/managedTokenList.ts'
import { bearer, requestsWith, toAnswer } from '../account/support.ts'
import { ask } from '../support/ask.ts'
import { startTokenNet } from './startTokenNet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)
const isTokenList = ajv.compile<TokenList>(tokenListSchema)
const PATH = '/token/managed-token-list'
const KEY = 'a key of the token list, 32 and more'

const proxy = useRpcProxy()
let vault: Address
const net = useNet(() =>
  startTokenNet({
    variables: { TOKEN_LIST_KEY: KEY, TOKEN_LIST_KEY_PREVIOUS: 'x'.repeat(32) },
    blockTimeMs: 0,
    nodeUrl: proxy.nodeUrl,
  }),
)
beforeAll(async () => {
  vault = net.world.contracts.vault
})

const post = async (body: unknown, headers: Record<string, string> = bearer(KEY)) =>
  toAnswer(await net.get(PATH, { method: 'POST', headers, body: JSON.stringify(body) }))
const refusal = async (shareToken: string) => {
  const { status, json } = await post({ shareToken })
  return [status, z.object({ error: z.string() }).parse(json).error]
}
async function change(body: { shareToken: string; remove?: boolean }) {
  const { status, json, headers } = await post(body)
  expect([status, headers.get('cache-control')], JSON.stringify(json)).toEqual([200, 'no-store'])
  return z.parse(envelope(ManagedTokenListChange), json).data
}
async function list(): Promise<TokenList> {
  const document: unknown = await (await net.get(PATH)).json()
  if (!isTokenList(document)) throw new Error(JSON.stringify([document, isTokenList.errors]))
  return document
}

/** A share token of a vault of its own that the registry does not know, unless `register` is called. */
async function deployLane({ name = 'Lane', symbol = 'LANE', names = true } = {}) {
  const owner = addressOf('owner')
  const coin = await net.deployCoin({ name, symbol })
  const made = await net.chain.deploy('CreatorVault', [coin, name, symbol, owner, 1])
  const token = await net.chain.deploy('ShareToken', [name, symbol, owner])
  await net.chain.send('owner', token, 'wire', [made.address, owner, owner])
  const gauge = await net.chain.deploy('GaugeController', [
    names ? token.address : owner,
    owner,
    made.address,
    owner,
    coin,
    owner,
    owner,
  ])
  await net.chain.send('owner', made, 'setGaugeController', [gauge.address])
  return { coin, vault: made.address, token: token.address }
}

describe('getManagedTokenList', () => {
  test('is 404 while nothing is listed, since the standard knows no empty list', async () => {
    const answer = await toAnswer(await net.get(PATH))
    expect([answer.status, answer.code]).toEqual([404, 'token_list_empty'])
    expect(isTokenList({ ...tokenListSchema, name: 'x', timestamp: new Date().toISOString(), tokens: [] })).toBe(false)
  })

  test('answers what was listed as a valid document, from the store alone, with its headers', async () => {
    const { shareToken } = net.world.contracts
    await change({ shareToken })
    proxy.reset()
    proxy.mode = 'drop'
    const response = await net.get(`${PATH}?chain=31337`)
    expect(response.headers.get('cache-control')).toBe('public, s-maxage=600, stale-while-revalidate=1200')
    const { tokens, name } = await list()
    expect([name, proxy.requests]).toEqual(['Creator Vault Share Tokens', []])
    proxy.mode = 'pass'
    expect(tokens).toEqual([
      {
        chainId: 31337,
        address: getAddress(shareToken),
        name: '\u25a0AURORA',
        symbol: '\u25a0AURORA',
        decimals: 18,
        logoURI: `${net.api}/v1/token/${getAddress(shareToken)}/logo.png?chain=31337`,
        extensions: { logoSVG: 'logo.svg?chain=31337' },
      },
    ])
    const again = await net.get(PATH, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    const svg = await fetch(new URL('logo.svg?chain=31337', tokens[0]?.logoURI))
    expect(svg.headers.get('content-type')).toContain('image/svg+xml')
  })
})

describe('updateManagedTokenList', () => {
  test('verifies at one block, in one upstream request, and says what it did', async () => {
    const token = await net.deployToken({ name: 'Borealis', symbol: 'BOREALIS' })
    proxy.reset()
    const added = await change({ shareToken: token.toLowerCase() })
    expect(requestsWith(proxy, token)).toBe(1)
    expect(added).toMatchObject({ ok: true, added: true, updated: false, removed: false, chainId: 31337 })
    expect(added.token).toMatchObject({ address: token, name: 'Borealis', symbol: 'BOREALIS', decimals: 18 })
    expect(Number(added.asOf?.blockNumber)).toBeGreaterThan(0)
    const again = await change({ shareToken: token })
    expect(again).toMatchObject({ added: false, updated: false, version: added.version })
    expect(again.shareTokensCount).toBe(added.shareTokensCount)
  })

  test('raises the version as the standard wants for what has changed', async () => {
    const { token, coin, vault: own } = await deployLane()
    await net.register(coin, own, token)
    const versions: TokenList[] = [await list()]
    const step = async (body: { shareToken: string; remove?: boolean }) => {
      const answer = await change(body)
      const now = await list()
      expect([answer.version, answer.shareTokensCount]).toEqual([now.version, now.tokens.length])
      versions.push(now)
      return answer
    }
    expect(await step({ shareToken: token })).toMatchObject({ added: true })
    await rename(token, 'Renamed')
    expect(await step({ shareToken: token })).toMatchObject({ added: false, updated: true })
    expect(await step({ shareToken: token, remove: true })).toMatchObject({ removed: true, token: null })
    for (const [i, after] of versions.slice(1).entries()) {
      const before = versions[i]
      if (!before) throw new Error('no list before')
      expect(getVersionUpgrade(before.version, after.version)).toBe(minVersionBump(before.tokens, after.tokens))
      expect(Date.parse(after.timestamp)).toBeGreaterThanOrEqual(Date.parse(before.timestamp))
    }
    const last = versions.at(-1)?.version
    expect(await change({ shareToken: token, remove: true })).toMatchObject({ removed: false, version: last })
  })

  test('takes a token off though no node answers', async () => {
    const token = await net.deployToken({ name: 'Gone', symbol: 'GONE' })
    await change({ shareToken: token })
    proxy.mode = 'drop'
    expect(await change({ shareToken: token, remove: true })).toMatchObject({ removed: true })
    proxy.mode = 'pass'
  })

  test.each([
    ['length', 'A very long name '.repeat(20), 'LONG'.repeat(40)],
    ['white space', 'two\nlines\tand a tab', ' A B\u00a0C '],
    ['emoji', '\u{1f680}'.repeat(80), '\u{1f680}'.repeat(80)],
  ])('keeps the list valid whatever a token calls itself: %s', async (_, name, symbol) => {
    const token = await net.deployToken({ name, symbol })
    const { token: listed } = await change({ shareToken: token })
    const entry = (await list()).tokens.find(({ address }) => address === token)
    expect([entry?.name, entry?.symbol]).toEqual([listed?.name, listed?.symbol])
  })
})

describe('what is not a share token of this protocol', () => {
  test('is refused by what was read of it', async () => {
    const { contracts } = net.world
    const [answers, names, unnamed, asset] = [
      'does not implement name(), symbol() and decimals()',
      'does not name a vault on this chain',
      'its symbol() has no displayable characters',
      'does not implement asset() of a vault',
    ]
    const stray = async (of: Address) => {
      const token = await net.chain.deploy('ShareToken', ['Stray', 'STRAY', addressOf('owner')])
      await net.chain.send('owner', token, 'wire', [of, of, of])
      return token.address
    }
    const cases: [Address, string][] = [
      [addressOf('stranger'), answers],
      [zeroAddress, answers],
      [contracts.registry, answers],
      [contracts.creatorCoin, names],
      [contracts.usdc, names],
      [await net.deployToken({ name: 'Blank', symbol: '\u200b' }), unnamed],
      [await stray(contracts.registry), asset],
      [await stray(vault), `the share token of its vault() ${vault} is ${contracts.shareToken}`],
    ]
    for (const [address, text] of cases) {
      const [status, error] = await refusal(address)
      expect([status, error], text).toEqual([400, expect.stringContaining(text)])
      expect(error).toMatch(/^not_a_share_token: shareToken: /)
    }
  })

  test('cannot get in by contracts that name each other: the registry has the last word', async () => {
    const { token, coin } = await deployLane()
    const [status, error] = await refusal(token)
    expect([status, error]).toEqual([400, expect.stringContaining('the registry does not name')])
    // The coin is registered with another vault since, under which the same token goes on.
    const real = await deployLane()
    await net.register(coin, real.vault, token)
    expect(await refusal(token)).toEqual([400, expect.stringContaining('and the registry’s vault of')])
  })

  test('is never what could not be read', async () => {
    const { shareToken } = net.world.contracts
    for (const [mode, status, code] of [
      ['drop', 502, 'upstream_failed'],
      [{ status: 429, retryAfter: 7 }, 429, 'upstream_rate_limited'],
      [{ chainId: 1 }, 502, 'upstream_failed'],
      [{ refuse: ({ method }: { method: string }) => method === 'eth_getBlockByNumber' }, 502, 'upstream_failed'],
    ] as const) {
      proxy.mode = mode
      const answer = await post({ shareToken })
      expect([answer.status, answer.code]).toEqual([status, code])
      proxy.reset()
    }
  })
})

describe('its key', () => {
  const body = () => ({ shareToken: net.world.contracts.shareToken })

  test.each([
    ['another', bearer('y'.repeat(KEY.length))],
    ['a longer one', bearer(`${KEY}y`)],
    ['one in a cookie', { cookie: `__Host-session=${KEY}` }],
  ])('is asked for before anything is read: %s', async (_, headers) => {
    proxy.reset()
    const answer = await post(body(), headers)
    expect([answer.status, answer.code, proxy.requests]).toEqual([401, 'unauthenticated', []])
  })

  test('may be the previous one while it is rotated', async () => {
    expect((await post(body(), bearer('x'.repeat(32)))).status).toBe(200)
  })
})

/** Gives a token another name, where OpenZeppelin's ERC-20 keeps it. */
const rename = (token: Address, name: string) =>
  ask(
    net.rpcUrl,
    'anvil_setStorageAt',
    token,
    pad('0x3'),
    `${padHex(stringToHex(name), { dir: 'right', size: 31 })}${(2 * name.length).toString(16).padStart(2, '0')}`,
  )
