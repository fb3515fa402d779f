import tokenListSchema from '@uniswap/token-lists/dist/tokenlist.schema.json' with { type: 'json' }
import type { TokenList } from '@uniswap/token-lists'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodePng } from '../support/decodePng.ts'
import { startTokenNet } from './startTokenNet.ts'
import { useNet } from '../support/useNet.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)
const isTokenList = ajv.compile<TokenList>(tokenListSchema)

const net = useNet(() => startTokenNet())

const path = (address: string) => `/v1/token/${address}/tokenlist`

async function listOf(address: string): Promise<TokenList> {
  const document: unknown = await (await net.get(path(address))).json()
  if (!isTokenList(document)) throw new Error(JSON.stringify(isTokenList.errors))
  return document
}

describe('getTokenListEntry', () => {
  test('answers a valid token list with the one token, unwrapped, with its block', async () => {
    const { shareToken } = net.world.contracts
    const response = await net.get(path(shareToken.toLowerCase()))
    expect(response.status).toBe(200)
    expect(response.headers.get('x-as-of-block')).toMatch(/^[1-9]\d*$/)
    expect(response.headers.get('cache-control')).toBe('public, s-maxage=600, stale-while-revalidate=1200')
    const { tokens } = await listOf(shareToken)
    expect(tokens).toEqual([
      expect.objectContaining({
        chainId: 31337,
        address: getAddress(shareToken),
        name: '\u25a0AURORA',
        symbol: '\u25a0AURORA',
        decimals: 18,
      }),
    ])
  })

  test('names logos that are there, their paths ending in .png and .svg', async () => {
    const { shareToken } = net.world.contracts
    const [token] = (await listOf(shareToken)).tokens
    const logo = new URL(token?.logoURI ?? '')
    expect(logo.pathname).toMatch(/\/logo\.png$/)
    expect(decodePng(await (await fetch(logo)).bytes()).width).toBe(64)
    const svg = new URL(String(token?.extensions?.['logoSVG']), `${net.api}${path(shareToken)}`)
    expect(svg.pathname).toMatch(/\/logo\.svg$/)
    expect((await fetch(svg)).headers.get('content-type')).toContain('image/svg+xml')
  })

  test('stays the same document a block later, so that 304 spares the transfer', async () => {
    const target = path(net.world.contracts.shareToken)
    const first = await net.get(target)
    await net.mine()
    const again = await net.get(target, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect(await (await net.get(target)).text()).toBe(await first.text())
  })

  test.each([
    ['markup', '"><script>alert(1)</script>', '"><script>alert(1)</script>'],
    ['length', 'A very long name '.repeat(20), 'LONG'.repeat(40)],
    ['white space', 'two\nlines\tand a tab', ' A B\u00a0C '],
    ['emoji', '\u{1f680}'.repeat(80), '\u{1f680}'.repeat(80)],
    ['emptiness', '', ''],
  ])('stays valid whatever the token calls itself: %s', async (_, name, symbol) => {
    const list = await listOf(await net.deployToken({ name, symbol }))
    expect(list.tokens).toHaveLength(1)
  })

  test('refuses what is not a token', async () => {
    const missing = await net.get(path(net.world.contracts.registry))
    expect([missing.status, missing.headers.get('x-error-code')]).toEqual([404, 'not_a_token'])
  })
})
