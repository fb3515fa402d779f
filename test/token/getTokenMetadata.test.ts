import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { request } from 'node:http'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { erc7572Schema } from '../support/erc7572.ts'
import { startTokenNet } from './startTokenNet.ts'
import { useNet } from '../support/useNet.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)
const isMetadata = ajv.compile(erc7572Schema)

const net = useNet(() => startTokenNet())

const path = (address: string) => `/v1/token/${address}/metadata`

/** A request with a Host header of the caller's choice, which fetch does not allow. */
const getAsHost = (url: string, host: string) =>
  new Promise<string>((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      let body = ''
      response
        .setEncoding('utf8')
        .on('data', (text) => (body += text))
        .on('end', () => resolve(body))
    })
      .on('error', reject)
      .end()
  })

describe('getTokenMetadata', () => {
  test('answers the ERC-7572 document of a share token, unwrapped, with its block', async () => {
    const { shareToken, vault, creatorCoin } = net.world.contracts
    const response = await net.get(path(shareToken))
    expect(response.status).toBe(200)
    expect(response.headers.get('x-as-of-block')).toMatch(/^[1-9]\d*$/)
    expect(response.headers.get('cache-control')).toBe('public, s-maxage=3600, stale-while-revalidate=7200')
    const document = await response.json()
    expect(isMetadata(document), JSON.stringify(isMetadata.errors)).toBe(true)
    expect(document).toMatchObject({
      id: `31337:${shareToken.toLowerCase()}`,
      name: '\u25a0AURORA',
      symbol: '\u25a0AURORA',
      decimals: 18,
      external_link: expect.stringMatching(new RegExp(`/vault/${vault}$`)),
      collaborators: [net.world.accounts.find(({ role }) => role === 'owner')?.address],
      underlying: { bridgeSourceToken: 'creatorCoin', address: getAddress(creatorCoin), symbol: 'AURORA' },
      properties: { vault, underlyingAsset: getAddress(creatorCoin), chainId: 31337, isOFT: false },
    })
  })

  test('links to pictures that are there', async () => {
    const document: unknown = await (await net.get(path(net.world.contracts.shareToken))).json()
    const links = JSON.stringify(document).match(/https?:\/\/[^"]+\/(image|metadata)\?[^"]*/g) ?? []
    expect(links.length).toBeGreaterThan(5)
    for (const link of new Set(links)) {
      const answer = await fetch(link)
      expect(answer.status, link).toBe(200)
      await answer.arrayBuffer()
    }
  })

  test('reads a token in lower case', async () => {
    expect((await net.get(path(net.world.contracts.shareToken.toLowerCase()))).status).toBe(200)
  })

  test.each([
    ['an account', () => net.world.accounts[0]?.address ?? ''],
    ['a contract of another kind', () => net.world.contracts.registry],
    ['an address without code', () => `0x${'12'.repeat(20)}`],
  ])('refuses %s', async (_, address) => {
    const response = await net.get(path(address()))
    expect([response.status, response.headers.get('x-error-code')]).toEqual([404, 'not_a_token'])
  })

  test('takes its own chain', async () => {
    const target = path(net.world.contracts.shareToken)
    expect((await net.get(`${target}?chain=31337`)).status).toBe(200)
  })

  test('does not let the Host header into its links', async () => {
    const body = await getAsHost(`${net.sockets['token']}${path(net.world.contracts.shareToken)}`, 'evil.example')
    expect(body).toContain('\u25a0AURORA')
    expect(body).not.toContain('evil.example')
  })

  test('carries a hostile symbol as plain text', async () => {
    const symbol = '"><script>alert(1)</script>'
    const address = await net.deployToken({ name: symbol, symbol })
    const response = await net.get(path(address))
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ name: symbol, symbol })
  })
})
