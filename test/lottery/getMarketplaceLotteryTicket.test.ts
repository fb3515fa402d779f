import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../shared/text/json.ts'
import * as z from 'zod'
import { marketplace } from '../../functions/lottery/env.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { localMarketplace } from '../../localnet/marketplace.ts'
import { MarketplaceTicket } from '../../schema/lottery/marketplace.ts'
import { startLotteryNet } from './startLotteryNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLotteryNet())

const path = '/v1/marketplace/lottery-ticket.json'

describe('happy', () => {
  test('names its payload by the SHA-256 of its canonical text, in the integrity block and the ETag', async () => {
    const response = await net.get(path)
    const document = MarketplaceTicket.strict().parse(await response.json())
    // Sorted by hand: the same rule, written another way.
    const hash = createHash('sha256').update(sorted(document.payload)).digest('hex')
    expect(document.integrity).toMatchObject({ payloadHash: hash, uri: `agenc://job-spec/sha256/${hash}` })
    expect(response.headers.get('etag')).toBe(`W/"${hash}"`)
    expect(response.headers.get('cache-control')).toBe('public, s-maxage=300, stale-while-revalidate=600')
    expect(document.payload.custom.listingMetadata.displayName).toMatch(/^.{1,120}$/)
  })

  test('is the same bytes after entries, wins and blocks, and 304 to who has it', async () => {
    const before = await net.get(path)
    const bytes = await before.text()
    await net.buy('voter', '100000')
    await net.decide(6n, 0n)
    const after = await net.get(`${path}?again`)
    expect(await after.text()).toBe(bytes)
    const known = await net.get(path.concat('?known'))
    expect(known.headers.get('etag')).toBe(before.headers.get('etag'))
    const response = await fetch(`${net.sockets['lottery']}${path}`, {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    })
    expect(response.status).toBe(304)
  })

  test('promises a ticket and no win, and names the free entry', async () => {
    const { payload } = MarketplaceTicket.parse(await (await net.get(path)).json())
    const constraints = payload.constraints?.join(' ')
    expect(constraints).toContain('no win is promised')
    expect(constraints).toContain('free way')
    expect(payload.acceptanceCriteria[0]).toMatch(/one lottery ticket for the beneficiary/)
  })
})

describe('canonicalJson', () => {
  test('sorts keys at every depth, keeps lists in order, leaves undefined out', () => {
    const value = { b: [{ d: 1, c: 'é' }, 2], a: undefined, Z: { y: null, x: true } }
    expect(canonicalJson(value)).toBe('{"Z":{"x":true,"y":null},"b":[{"c":"é","d":1},2]}')
  })
})

describe('error', () => {
  test.each([
    ['no JSON', '{', /^MARKETPLACE: must be JSON/],
    ['no name', localMarketplace.replace('"name":"Jackpot Provider"', '"name":""'), /^MARKETPLACE: agent\.name/],
    ['a word too many', localMarketplace.replace('"agent":{', '"agent":{"jackpot":1,'), /^MARKETPLACE: agent/],
  ])('a configuration with %s stops the start', (_, text, message) => {
    expect(() => readEnv(z.object({ MARKETPLACE: marketplace }), { MARKETPLACE: text })).toThrow(message)
  })
})

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${sorted(inner)}`)
  return `{${fields.join()}}`
}
