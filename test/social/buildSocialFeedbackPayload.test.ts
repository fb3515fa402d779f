import { signRequest } from '@slicekit/erc8128'
import { keccak256, sha256, toUtf8Bytes } from 'ethers'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { FeedbackPayload } from '../../schema/agents/feedbackFile.ts'
import { MOST_A_DAY } from '../../shared/artifacts/createArtifactStorage.ts'
import { accountOf, dataOf, receiptOf, toAnswer } from '../account/support.ts'
import { startSocialNet } from './startSocialNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startSocialNet())

let made = 0
/** A body that nobody has sent before. */
const fresh = (more: object = {}) => ({
  agentId: 0,
  value: '9977',
  valueDecimals: 2,
  reasoning: `Rating ${made++}`,
  createdAt: '2026-11-20T10:00:00Z',
  ...more,
})
const keyOf = (canonical: string) => sha256(toUtf8Bytes(canonical)).slice(2)
const rows = async (canonical: string) =>
  (
    await (
      await net.database()
    )
      .prepare('select * from stored_artifacts where sha256 = ?')
      .bind(sha256(toUtf8Bytes(canonical)))
      .all()
  ).results

describe('a file that is stored', () => {
  test('is served byte for byte as it was hashed', async () => {
    const data = await net.built(fresh({ tag1: 'uptime', reasoning: 'Grüße, "世界" 🌍\n\u0001' }))
    expect(data).toMatchObject({ storageStatus: 'stored', storageError: null, statusUrl: null, warnings: [] })
    expect(data.feedbackURI).toBe(`${net.host}/api/social/artifacts/${keyOf(data.canonical)}`)
    expect(data.gatewayUrl).toBe(data.feedbackURI)
    const served = new Uint8Array(await (await fetch(data.feedbackURI ?? '')).arrayBuffer())
    expect(keccak256(served)).toBe(data.feedbackHash)
    expect(new TextDecoder().decode(served)).toBe(data.canonical)
    expect(JSON.parse(data.canonical)).toEqual(data.payload)
  })

  test('has what the standard wants, and each field where the standard has it', async () => {
    const { identityRegistry } = net.world.contracts
    const given = {
      tag1: 'uptime',
      tag2: '',
      endpoint: 'https://agent.example.com/mcp',
      reproducible: true,
      attachments: [{ name: 'log', uri: 'ipfs://x', description: 'A log', lines: 12, of: { 10: 1, 9: 2 } }],
      proofOfPayment: { fromAddress: '0x1', toAddress: '0x2', chainId: 8453, txHash: '0x3', amount: '1' },
      skill: 'report',
      context: 'ctx-1',
      domain: 'finance',
      capability: 'tools',
      name: 'get_report',
    }
    const { payload, canonical } = await net.built(fresh({ ...given, reasoning: 'Why' }))
    expect(payload).toEqual({
      agentRegistry: `eip155:${net.world.chainId}:${identityRegistry}`,
      agentId: 0,
      clientAddress: `eip155:${net.world.chainId}:${net.client}`,
      createdAt: '2026-11-20T10:00:00Z',
      value: 9977,
      valueDecimals: 2,
      reasoning: 'Why',
      ...given,
      proofOfPayment: { ...given.proofOfPayment, chainId: '8453' },
      mcp: { tool: 'get_report' },
      a2a: { skills: ['report'], contextId: 'ctx-1' },
      oasf: { domains: ['finance'] },
    })
    // RFC 8785 sorts names as texts.
    expect(canonical).toContain('"of":{"10":1,"9":2}')
    expect(canonical).toMatch(/^\{"a2a":\{"contextId":"ctx-1","skills":\["report"\]\},"agentId":0,"agentRegistry":/)
  })

  test.each([
    [{ capability: 'prompts', name: 'n' }, { mcp: { prompt: 'n' } }],
    [{ capability: 'resources', name: 'n' }, { mcp: { resource: 'n' } }],
    [
      { capability: 'constructor', name: 'n' },
      { capability: 'constructor', name: 'n' },
    ],
    [{ capability: 'tools' }, { capability: 'tools' }],
    [{ context: 'c' }, { context: 'c', a2a: { contextId: 'c' } }],
    [{ skill: 's' }, { skill: 's', a2a: { skills: ['s'] } }],
  ])('maps %j', async (given, wanted) => {
    const { payload } = await net.built(fresh({ ...given, store: false }))
    const { mcp, a2a } = z.object({ mcp: z.unknown(), a2a: z.unknown() }).partial().parse(payload)
    expect(payload).toMatchObject(wanted)
    expect([mcp !== undefined, a2a !== undefined]).toEqual(['mcp' in wanted, 'a2a' in wanted])
  })

  test('is passed on: the next call has the values of this one', async () => {
    const { next, feedbackHash, feedbackURI } = await net.built(fresh({ tag1: 'uptime' }))
    expect(next).toEqual({
      operationId: 'submitAgentFeedback',
      method: 'POST',
      path: '/v1/agents/feedback/submit',
      body: { action: 'give', agentId: 0, value: '9977', valueDecimals: 2, tag1: 'uptime', feedbackURI, feedbackHash },
      note: null,
    })
    const long = await net.built(fresh({ tag2: 'x'.repeat(65), endpoint: 'x'.repeat(321) }))
    expect(long.warnings).toEqual([expect.stringMatching(/^tag2 .* 64 /), expect.stringMatching(/^endpoint .* 320 /)])
  })

  test('is for who is signed in, unless another client is named; now, unless a time is', async () => {
    const other = net.world.contracts.vault
    const { payload } = await net.built(fresh({ clientAddress: other.toLowerCase(), createdAt: undefined }))
    expect(payload.clientAddress).toBe(`eip155:${net.world.chainId}:${other}`)
    expect(payload.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(Math.abs(Date.parse(payload.createdAt) - Date.now())).toBeLessThan(600_000)
  })

  test('is the same from the same body, however that spells it, and another one from another time', async () => {
    const body = fresh({ tag1: 'a', tag2: 'b' })
    const first = await net.built(body)
    const again = await net.built(Object.fromEntries(Object.entries(body).toReversed()))
    expect(again).toEqual(first)
    const later = await net.built({ ...body, createdAt: '2026-11-20T10:00:01Z' })
    expect(later.feedbackHash).not.toBe(first.feedbackHash)
  })

  test('is not stored where that is not wanted', async () => {
    const data = await net.built(fresh({ store: false }))
    expect(data).toMatchObject({
      storageStatus: 'skipped',
      feedbackURI: null,
      gatewayUrl: null,
      storageKey: null,
      storageError: null,
      next: { note: expect.stringContaining('feedbackURI') },
    })
    expect(data.next.body).not.toHaveProperty('feedbackURI')
    expect(keccak256(toUtf8Bytes(data.canonical))).toBe(data.feedbackHash)
    expect(await net.bucket.get(keyOf(data.canonical))).toBeNull()
    expect(await rows(data.canonical)).toEqual([])
  })
})

describe('the rating', () => {
  const most = 10n ** 38n
  test.each<readonly [string, number | string]>([
    ['0', 0],
    ['-1', -1],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740993', '-9007199254740993'],
    [String(most), String(most)],
    [String(-most), String(-most)],
  ])('%s is taken, and loses no digit', async (value, written) => {
    const { payload, next } = await net.built(fresh({ value, store: false }))
    expect(payload.value).toBe(written)
    expect(next.body['value']).toBe(value)
  })

  test.each(['-0', '01', '1e3', '١', String(most + 1n), String(-most - 1n)])('%j is refused', async (value) =>
    expect(await net.build(fresh({ value }))).toMatchObject({ status: 400, code: 'invalid_request' }),
  )
})

describe('a body is refused that', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })
  test.each<readonly [string, object, string]>([
    ['has an agent past 2^53', { agentId: 2 ** 53 }, 'agentId'],
    ['has decimals over 18', { valueDecimals: 19 }, 'valueDecimals'],
    ['has a long tag', { tag1: 'x'.repeat(2001) }, 'tag1'],
    ['has long reasoning', { reasoning: 'x'.repeat(8001) }, 'reasoning'],
    ['has half a surrogate pair', { reasoning: '\ud800' }, 'reasoning'],
    ['has 21 attachments', { attachments: Array.from({ length: 21 }, () => ({})) }, 'attachments'],
    ['has an attachment that is a text', { attachments: ['x'] }, 'attachments.0'],
    ['has a long text in an attachment', { attachments: [{ x: 'x'.repeat(2001) }] }, 'attachments.0'],
    ['has half a pair in a name', { attachments: [{ '\udc00': 1 }] }, 'attachments.0'],
    ['is deep', { attachments: [nested(6)] }, 'attachments.0'],
    ['has many members', { proofOfPayment: { many: Array.from({ length: 101 }, () => 0) } }, 'proofOfPayment'],
    ['has a number that readers change', { proofOfPayment: { amount: 1e21 } }, 'proofOfPayment'],
    ['has another time zone', { createdAt: '2026-11-20T10:00:00+01:00' }, 'createdAt'],
    ['has a day that is none', { createdAt: '2026-02-30T10:00:00Z' }, 'createdAt'],
  ])('%s', async (_, wrong, field) => {
    const answer = await net.build(fresh(wrong))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringContaining(`: ${field}`) })
  })

  test('has an infinite number', async () => {
    const text = JSON.stringify(fresh({ proofOfPayment: { amount: 7 } })).replace('7}', '1e999}')
    expect(await net.build(text)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('comes from an agent that did not sign it, or signed it once before', async () => {
    const agent = accountOf(net, 'agent')
    const { receipt } = await receiptOf(net.api, 0, agent)
    expect(await net.build(fresh(), { 'x-siwa-receipt': receipt })).toMatchObject({ status: 401 })
    const request = new Request(`${net.root}/social/feedback-payload`, {
      method: 'POST',
      body: JSON.stringify(fresh()),
      headers: { 'x-siwa-receipt': receipt, 'content-type': 'application/json' },
    })
    const signer = {
      address: agent.address,
      chainId: net.world.chainId,
      signMessage: (raw: Uint8Array) => agent.signMessage({ message: { raw } }),
    }
    const signed = await signRequest(request, signer, { components: ['x-siwa-receipt'] })
    const again = signed.clone()
    const { payload } = dataOf(await toAnswer(await fetch(signed)), FeedbackPayload)
    expect(payload.clientAddress).toBe(`eip155:${net.world.chainId}:${agent.address}`)
    expect((await fetch(again)).status).toBe(401)
  })

  test('the largest that is taken is stored', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, description: 'é'.repeat(1400) }))
    const data = await net.built(fresh({ attachments: many }))
    expect(data.storageStatus).toBe('stored')
    expect(keccak256(new Uint8Array(await (await fetch(data.feedbackURI ?? '')).arrayBuffer()))).toBe(data.feedbackHash)
  })
})

test('a hundred requests with the same bytes store them once', async () => {
  const before = (await net.bucket.calls())['put'] ?? 0
  const body = fresh()
  const all = await Promise.all(Array.from({ length: 100 }, () => net.built(body)))
  expect(new Set(all.map((data) => JSON.stringify(data))).size).toBe(1)
  expect(all[0]?.storageStatus).toBe('stored')
  expect((await net.bucket.calls())['put']).toBe(before + 1)
  expect(await rows(all[0]?.canonical ?? '')).toHaveLength(1)
})

describe('what somebody has changed behind the back of the service', () => {
  test.each(['deleted', 'replaced by other bytes', 'replaced by more bytes than are ever stored'])(
    'an object that was %s is stored again',
    async (how) => {
      const body = fresh()
      const first = await net.built(body)
      const key = keyOf(first.canonical)
      if (how === 'deleted') await net.bucket.delete(key)
      else await net.bucket.put(key, how.includes('more') ? 'x'.repeat(262_145) : '{}', 'text/html')
      expect(await net.built(body)).toEqual(first)
      const there = await net.bucket.get(key)
      expect(new TextDecoder().decode(there?.bytes)).toBe(first.canonical)
      expect(there?.contentType).toBe('application/json')
    },
  )

  test('a row that leads elsewhere misleads nobody', async () => {
    const body = fresh()
    const first = await net.built(body)
    await (
      await net.database()
    )
      .prepare(
        "update stored_artifacts set storage_key = ?, uri = 'https://evil.example', gateway_url = uri, keccak256 = '0x00' where sha256 = ?",
      )
      .bind('../../evil', sha256(toUtf8Bytes(first.canonical)))
      .run()
    expect(await net.built(body)).toEqual(first)
    expect(await rows(first.canonical)).toMatchObject([
      { storage_key: keyOf(first.canonical), uri: first.feedbackURI, gateway_url: first.feedbackURI },
    ])
  })
})

describe('while storage is out', () => {
  const expectUnstored = async (body: object) => {
    const data = await net.built(body)
    expect(data).toMatchObject({ storageStatus: 'unavailable', feedbackURI: null, storageKey: null })
    expect(data.storageError).toMatch(/^[a-z][^\n]{10,100}$/)
    expect(keccak256(toUtf8Bytes(data.canonical))).toBe(data.feedbackHash)
    return data
  }

  test.each(['throw', 'hang', 'forget'] as const)(
    'the file still comes with its hash: the bucket, %s',
    async (fault) => {
      const body = fresh()
      await net.bucket.fail(fault)
      await net.hurry(0.02)
      const { canonical } = await expectUnstored(body)
      expect(await rows(canonical)).toEqual([])
      await net.bucket.fail(undefined)
      await net.hurry(1)
      expect((await net.built(body)).storageStatus).toBe('stored')
    },
  )

  test('the file still comes with its hash: the database', async () => {
    const body = fresh()
    const d1 = await net.database()
    await d1.exec('alter table stored_artifacts rename to away')
    try {
      await expectUnstored(body)
    } finally {
      await d1.exec('alter table away rename to stored_artifacts')
    }
    expect((await net.built(body)).storageStatus).toBe('stored')
  })
})

test('one principal stores so much a day and no more, and what is stored already does not count', async () => {
  const body = fresh()
  const first = await net.built(body)
  const d1 = await net.database()
  await d1
    .prepare(
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) insert into stored_artifacts select 'filler-' || i, '0x', 'feedback', 'r2', '', '', '', null, 1, '', ?, unixepoch() from n",
    )
    .bind(MOST_A_DAY, net.client)
    .run()
  try {
    expect(await net.built(fresh())).toMatchObject({
      storageStatus: 'unavailable',
      storageError: expect.stringContaining(`${MOST_A_DAY} documents a day`),
    })
    expect(await net.built(body)).toEqual(first)
  } finally {
    await d1.exec("delete from stored_artifacts where sha256 like 'filler-%'")
  }
})

describe('at the immutable storage', () => {
  test('the file is stored under its addresses, once, and can be read here too', async () => {
    await net.withVariables({ STORAGE_PROVIDER: 'immutable' }, async () => {
      const body = fresh()
      const all = await Promise.all(Array.from({ length: 20 }, () => net.built(body)))
      const [first] = all
      expect(new Set(all.map(({ feedbackURI }) => feedbackURI)).size).toBe(1)
      expect(net.storage.uploads()).toBe(1)
      const key = first?.storageKey ?? ''
      expect(first).toMatchObject({
        storageStatus: 'stored',
        feedbackURI: `lens://${key}`,
        gatewayUrl: `${net.storage.url}/${key}`,
        statusUrl: `${net.storage.url}/status/${key}`,
      })
      const served = new Uint8Array(await (await fetch(first?.gatewayUrl ?? '')).arrayBuffer())
      expect(keccak256(served)).toBe(first?.feedbackHash)
      const here = await net.artifact(keyOf(first?.canonical ?? ''))
      expect([here.status, here.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(await here.text()).toBe(first?.canonical)
      // A document that it has lost is stored again.
      net.storage.objects.clear()
      const again = await net.built(body)
      expect(again.storageKey).not.toBe(key)
      expect(await rows(again.canonical)).toMatchObject([{ storage_key: again.storageKey, provider: 'immutable' }])
    })
  })

  test('an outage leaves the file and its hash', async () => {
    await net.withVariables({ STORAGE_PROVIDER: 'immutable' }, async () => {
      net.storage.fail({ status: 503 })
      const body = fresh()
      expect(await net.built(body)).toMatchObject({ storageStatus: 'unavailable', feedbackURI: null })
      net.storage.fail('silence')
      await net.hurry(0.02)
      expect(await net.built(body)).toMatchObject({ storageStatus: 'unavailable', feedbackURI: null })
      net.storage.fail(undefined)
      expect(await net.built(body)).toMatchObject({ storageStatus: 'stored' })
    })
  })
})
