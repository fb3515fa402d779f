import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { callTool, errorOf } from './callTool.ts'
import { sideOf } from '../../support/Side.ts'
import { answering, openDoor, ORIGIN } from './openDoor.ts'

const MOST = 80_000
const MCP = `${ORIGIN}/mcp`
const CLIENTS = Array.from({ length: 2600 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`)
const FEEDBACK = CLIENTS.map((client, i) => ({
  client,
  value: '100',
  index: i,
  text: 'a'.repeat(i % 97 === 0 ? 6000 : 9),
}))

/** A family whose list has pages, as the families have: a limit, and a cursor to what follows. */
const paging = () =>
  sideOf((request) => {
    const query = new URL(request.url).searchParams
    const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 1000)]
    const to = from + limit
    const data = {
      feedback: FEEDBACK.slice(from, to),
      nextCursor: to < FEEDBACK.length ? String(to) : null,
      asOf: { blockNumber: '7' },
    }
    return Response.json({ success: true, data })
  })

const Page = z.looseObject({ feedback: z.array(z.looseObject({ index: z.int() })), nextCursor: z.string().nullable() })

describe('a result has at most 80 000 bytes', () => {
  test('pages that were too long have no gaps: their cursors lead to all 2 600 rows', async () => {
    const LOTTERY = paging()
    const send = await openDoor({ LOTTERY })
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const args: object = cursor === null ? {} : { cursor }
      const result = await callTool(MCP, 'call_read', { operationId: 'listLotteryRecentEntries', args }, { send })
      expect(result.bytes).toBeLessThanOrEqual(MOST)
      expect(result.value).not.toHaveProperty('_cut')
      const page = Page.parse(result.value)
      seen.push(...page.feedback.map(({ index }) => index))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(FEEDBACK.map(({ index }) => index))
    expect(LOTTERY.requests.length).toBeLessThan(40)
  })

  test('a list without pages ends early, which is named in the value and in the text', async () => {
    const rows = FEEDBACK.slice(0, 5000)
    const send = await openDoor({ GAUGE: answering({ vaults: rows, note: 'x'.repeat(100_000) }) })
    const { value, text, bytes } = await callTool(MCP, 'call_read', { operationId: 'listGaugeVaults' }, { send })
    expect(bytes).toBeLessThanOrEqual(MOST)
    expect(z.array(z.unknown()).parse(value['vaults']).length).toBeLessThan(rows.length)
    expect(value).toHaveProperty(
      '_cut',
      expect.arrayContaining([{ path: '/vaults', kept: expect.any(Number), of: rows.length }]),
    )
    expect(text).toMatch(
      new RegExp(`/vaults has \\d+ of ${rows.length}: ask for fewer with limit, or choose with fields`),
    )
  })

  test('a task of several long parts too', async () => {
    const long = () => answering({ items: FEEDBACK, wins: FEEDBACK, text: '語'.repeat(90_000) })
    const send = await openDoor({ VAULT: long(), GAUGE: long(), LOTTERY: long() })
    const { bytes, value } = await callTool(MCP, 'market_overview', {}, { send })
    expect(bytes).toBeLessThanOrEqual(MOST)
    expect(Object.keys(value).toSorted()).toEqual(['_cut', 'epoch', 'lottery', 'vaults', 'votes'])
  })

  test('texts alone, escapes alone, a list of lists, a document', async () => {
    const documents: unknown[] = [
      { text: '"'.repeat(200_000) },
      { text: '\u0001'.repeat(200_000) },
      Array.from({ length: 500 }, () => Array.from({ length: 500 }, (_, i) => i)),
      { dataUri: `data:image/png;base64,${'A'.repeat(1_000_000)}` },
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, FEEDBACK.slice(1, 97)])),
    ]
    for (const data of documents) {
      const send = await openDoor({ GAUGE: answering(data) })
      const { bytes, value } = await callTool(MCP, 'call_read', { operationId: 'getGaugeEpoch' }, { send })
      expect(bytes).toBeLessThanOrEqual(MOST)
      expect(value).toHaveProperty('_cut.0')
    }
  })

  test('what has no list to cut is an error that asks for fields; with them it is answered', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, ['x', 'y']]))
    const send = await openDoor({ GAUGE: answering(many) })
    const ask = (more: object) => callTool(MCP, 'call_read', { operationId: 'getGaugeEpoch', ...more }, { send })
    const refused = await ask({})
    expect(errorOf(refused)).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^fields: /) })
    expect(refused.bytes).toBeLessThan(4000)
    expect((await ask({ fields: ['k7', 'k8'] })).value).toEqual({ k7: ['x', 'y'], k8: ['x', 'y'] })
    const wrong = await ask({ fields: ['K7'] })
    expect(errorOf(wrong).message).toMatch(/^fields: K7 is not here; here are k0, k1, .* more$/)
    expect(wrong.bytes).toBeLessThan(4000)
  })

  test('an answer that does not end at 8 MiB is an outage of its family', async () => {
    const send = await openDoor({ GAUGE: sideOf(() => new Response('"'.padEnd(9 * 1024 * 1024, 'x'))) })
    const result = await callTool(MCP, 'call_read', { operationId: 'getGaugeEpoch' }, { send })
    expect(errorOf(result).code).toBe('family_unavailable')
  })
})
