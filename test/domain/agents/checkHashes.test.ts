import { keccak256, toHex, zeroHash } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkHashes } from '../../../shared/domain/agents/checkHashes.ts'
import type { OutsideResult, ReadOutside } from '../../../shared/outside/ReadOutside.ts'
import { createFeedbackChecks, type FeedbackChecks } from '../../../shared/store/feedbackChecks.ts'
import type { FeedbackRow } from '../../../shared/store/feedbackRows.ts'
import { createPrune } from '../../../functions/core/store/prune.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'

let d1: D1Database
let checks: FeedbackChecks
let now: number
/** The web: documents by URI, and the requested URIs. */
let web: Map<string, string>
let requests: string[]
beforeEach(async () => {
  d1 = await migratedD1()
  checks = createFeedbackChecks(d1)
  now = 1_800_000_000
  web = new Map()
  requests = []
})

const readOutside: ReadOutside = async (uri): Promise<OutsideResult> => {
  requests.push(uri)
  const text = web.get(uri)
  return text === undefined
    ? { ok: false, failure: 'unreachable', finalUrl: uri, status: null, detail: 'no answer' }
    : { ok: true, finalUrl: uri, status: 200, contentType: null, bytes: new TextEncoder().encode(text) }
}

const row = (n: number, feedbackUri: string | null, document = `document ${n}`): FeedbackRow => ({
  chain: 1,
  registry: `0x${'aa'.repeat(20)}`,
  agentId: '7',
  client: `0x${'bb'.repeat(20)}`,
  feedbackIndex: n,
  value: '1',
  valueDecimals: 0,
  rating: '',
  tag1: '',
  tag2: '',
  endpoint: '',
  feedbackUri,
  feedbackHash: document === '' ? zeroHash : keccak256(toHex(document)),
  omitted: '',
  revokedBlock: null,
  revokedTime: null,
  responses: 0,
  respondedTime: null,
  blockNumber: 1,
  logIndex: n,
  blockTime: 1,
  txHash: zeroHash,
})
const uri = (n: number) => `https://a.example/${n}`
const check = (rows: readonly FeedbackRow[], { mayRead = true, store = checks } = {}) =>
  checkHashes({ checks: store, readOutside, now: () => now * 1000 }, rows, mayRead)
const outcomes = async (rows: readonly FeedbackRow[]) => (await check(rows)).map(({ hashCheck }) => hashCheck)

describe('happy', () => {
  test('a document is compared byte for byte, once', async () => {
    web.set(uri(1), 'document 1').set(uri(2), 'document 2 ')
    const rows = [row(1, uri(1)), row(2, uri(2))]
    const first = await check(rows)
    expect(first).toEqual([
      { hashCheck: 'match', hashCheckedAt: now },
      { hashCheck: 'mismatch', hashCheckedAt: now },
    ])
    now += 1e8
    web.clear()
    expect(await check(rows)).toEqual(first)
    expect(requests).toEqual([uri(1), uri(2)])
  })

  test('there is nothing to compare without a URI or a hash', async () => {
    expect(await outcomes([row(1, ''), row(2, 'ipfs://bafy', '')])).toEqual(['absent', 'absent'])
    expect(requests).toEqual([])
  })
})

describe('error', () => {
  test('one that cannot be read is tried again after ten minutes, and not before', async () => {
    const rows = [row(1, uri(1))]
    expect(await outcomes(rows)).toEqual(['unavailable'])
    web.set(uri(1), 'document 1')
    now += 599
    expect(await outcomes(rows)).toEqual(['unavailable'])
    now += 2
    expect(await outcomes(rows)).toEqual(['match'])
    expect(requests).toHaveLength(2)
  })

  test('a store that fails costs another look, and no answer', async () => {
    const broken: FeedbackChecks = {
      known: () => Promise.reject(new Error('no D1')),
      save: () => Promise.reject(new Error('no D1')),
    }
    web.set(uri(1), 'document 1')
    expect(await check([row(1, uri(1))], { store: broken })).toEqual([{ hashCheck: 'match', hashCheckedAt: now }])
  })

  test('a URI that was too long to be kept is not read', async () => {
    expect(await check([row(1, null)])).toEqual([{ hashCheck: 'unavailable', hashCheckedAt: null }])
  })
})

describe('security', () => {
  test('a request reads eight documents at most; the next one goes on', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => row(n, uri(n)))
    for (let n = 0; n < 20; n++) web.set(uri(n), `document ${n}`)
    expect((await outcomes(rows)).filter((one) => one === 'match')).toHaveLength(8)
    expect((await check(rows)).filter(({ hashCheckedAt }) => hashCheckedAt === null)).toHaveLength(4)
    expect((await outcomes(rows)).every((one) => one === 'match')).toBe(true)
    expect(requests).toHaveLength(20)
  })

  test('and none if it is not to', async () => {
    web.set(uri(1), 'document 1')
    expect(await check([row(1, uri(1))], { mayRead: false })).toEqual([
      { hashCheck: 'unavailable', hashCheckedAt: null },
    ])
    expect(requests).toEqual([])
  })

  test('a check is of one hash and one URI: other feedback under the same number is another check', async () => {
    web.set(uri(1), 'document 1').set(uri(2), 'document 1')
    await check([row(1, uri(1))])
    expect(await outcomes([row(1, uri(1), 'another document')])).toEqual(['mismatch'])
    expect(await outcomes([row(1, uri(2))])).toEqual(['match'])
    expect(requests).toHaveLength(3)
  })

  test('of two requests at once, one that could not read does not undo one that could', async () => {
    const rows = [row(1, uri(1))]
    const slow: FeedbackChecks = {
      ...checks,
      async save(made) {
        web.set(uri(1), 'document 1')
        await check(rows)
        await checks.save(made)
      },
    }
    await check(rows, { store: slow })
    web.clear()
    expect(await outcomes(rows)).toEqual(['match'])
  })
})

test('those that failed go after a day', async () => {
  await check([row(1, uri(1))])
  const { expired } = createPrune(openDatabase(d1))
  await expired(1, {}, now + 86_000)
  expect(await d1.prepare('select count(*) n from feedback_checks').first('n')).toBe(1)
  await expired(1, {}, now + 87_000)
  expect(await d1.prepare('select count(*) n from feedback_checks').first('n')).toBe(0)
})
