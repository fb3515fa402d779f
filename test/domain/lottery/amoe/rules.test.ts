import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { amoeVariables } from '../../../../functions/lottery/env.ts'
import { readEnv } from '../../../../shared/env/readEnv.ts'
import { challengeText, readChallenge } from '../../../../functions/lottery/amoe/challenge.ts'
import { creditFields, UNITS_PER_CREDIT, WEIGHTS, utcDay } from '../../../../shared/domain/lottery/amoe/credits.ts'
import { deadlineOf } from '../../../../functions/lottery/amoe/deadlines.ts'
import { createAttestor } from '../../../../functions/lottery/amoe/attestor.ts'
import { createPostApi } from '../../../../functions/lottery/amoe/postApi.ts'
import { type Post, readPostId, requireProof } from '../../../../functions/lottery/amoe/postRules.ts'
import { createChain } from '../../../../shared/chain/chain.ts'
import { base } from '../../../../shared/chain/networks/base.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
  return 'ok'
}

describe('deadlines', () => {
  const at = 1_790_000_000
  test.each([
    ['600 s before the challenge ends', 600, at + 600],
    ['901 s before', 901, at + 900],
    ['900 s before', 900, at + 900],
    ['899 s before', 899, at + 899],
    ['60 s before', 60, at + 60],
    ['59 s before', 59, 'too_soon'],
    ['1 s before', 1, 'too_soon'],
    ['in the second in which it ends', 0, 'expired'],
    ['a second later', -1, 'expired'],
  ])('%s', (_, left, expected) => {
    expect(deadlineOf(at, at + left)).toBe(expected)
  })
})

describe('the UTC day', () => {
  test('turns at midnight in UTC', () => {
    const midnight = Date.UTC(2026, 8, 30)
    expect([utcDay(midnight - 1), utcDay(midnight)]).toEqual(['2026-09-29', '2026-09-30'])
  })
})

describe('credits', () => {
  test('are shown whole, and entries are counted in hundreds of them', () => {
    expect(creditFields(0)).toEqual({ credits: 0, creditsPerEntry: 100, entriesAvailable: 0, nextEntryAtCredits: 100 })
    expect(creditFields(99_99)).toMatchObject({ credits: 99, entriesAvailable: 0, nextEntryAtCredits: 100 })
    expect(creditFields(100_00)).toMatchObject({ credits: 100, entriesAvailable: 1, nextEntryAtCredits: 200 })
    expect(creditFields(-1)).toMatchObject({ credits: 0 })
  })

  test('weigh a post as one, and nothing more than one', () => {
    expect(WEIGHTS.amoe_post_daily).toBe(UNITS_PER_CREDIT)
    expect(Object.values(WEIGHTS).every((weight) => Number.isInteger(weight) && weight > 0 && weight <= 100)).toBe(true)
  })
})

describe('a challenge', () => {
  const challenge = {
    wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    creatorCoin: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    nonce: `0x${'0a'.repeat(32)}`,
    issuedAt: 1_790_000_000,
    expiresAt: 1_790_000_600,
    chainId: 8453,
    lotteryManager: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  } as const

  test('is read back from its text as it was written', () => {
    expect(readChallenge(challengeText(challenge))).toEqual(challenge)
  })

  test.each([
    ['checksummed addresses', (text: string) => text.replace(challenge.wallet.toLowerCase(), challenge.wallet)],
    ['a nonce in upper case', (text: string) => text.replace('0x0a0a', '0x0A0a')],
    ['a chain id with a zero before it', (text: string) => text.replace('ID: 8453', 'ID: 08453')],
    ['another spelling of a time', (text: string) => text.replace('.000Z', 'Z')],
    ['a longer life', (text: string) => text.replace(/Expires At: .*/, 'Expires At: 2030-01-01T00:00:00.000Z')],
    ['a line more', (text: string) => `${text}\nWallet: ${challenge.wallet.toLowerCase()}`],
    ['lines in another order', (text: string) => text.split('\n').toReversed().join('\n')],
    ['a carriage return', (text: string) => text.replaceAll('\n', '\r\n')],
    ['nothing', () => ''],
  ])('is refused with %s', (_, change) => {
    expect(codeOf(() => readChallenge(change(challengeText(challenge))))).toBe('invalid_message')
  })
})

describe('a reference to a post', () => {
  const id = '1839000000000000000'
  test.each([
    [{ postId: id }],
    [{ postUrl: `https://x.com/alice/status/${id}` }],
    [{ postUrl: `https://www.twitter.com/alice/status/${id}/?s=20#m` }],
    [{ postUrl: `https://x.com/i/web/status/${id}` }],
  ])('%j is one', (reference) => {
    expect(readPostId(reference)).toBe(id)
  })

  test.each([
    [{}],
    [{ postId: id, postUrl: `https://x.com/alice/status/${id}` }],
    [{ postId: '1234567' }],
    [{ postId: '../users/1' }],
    [{ postUrl: `http://x.com/alice/status/${id}` }],
    [{ postUrl: `https://x.com.evil.example/alice/status/${id}` }],
    [{ postUrl: `https://evil@x.com/alice/status/${id}` }],
    [{ postUrl: `https://x.com/alice/status/${id}/../../1` }],
    [{ postUrl: `https://x.com/alice/status/x${id}` }],
    [{ postUrl: 'https://x.com/alice' }],
  ])('%j is none', (reference) => {
    expect(codeOf(() => readPostId(reference))).toBe('invalid_post_reference')
  })
})

describe('the proof of a post', () => {
  const wanted = { id: '1839000000000000000', authors: ['7'], day: '2026-09-30', appUrl: 'https://app.example.com' }
  const post = (changes: Partial<Post> = {}): Post => ({
    id: wanted.id,
    authorId: '7',
    createdAt: new Date('2026-09-30T00:00:00.000Z'),
    text: 'An ALTERNATIVE  method\nof entry. No purchase necessary. https://t.co/abc',
    urls: ['https://app.example.com/lottery?from=post'],
    ...changes,
  })

  test.each([
    ['what it must say, in any case', {}, 'ok'],
    ['the last millisecond of the day', { createdAt: new Date('2026-09-30T23:59:59.999Z') }, 'ok'],
    ['the last millisecond of the day before', { createdAt: new Date('2026-09-29T23:59:59.999Z') }, 'post_not_today'],
    ['the first millisecond of the next', { createdAt: new Date('2026-10-01T00:00:00.000Z') }, 'post_not_today'],
    ['another author', { authorId: '8' }, 'post_author_mismatch'],
    ['another id', { id: '1839000000000000001' }, 'post_not_found'],
    ['a phrase missing', { text: 'An alternative method of entry' }, 'post_content_mismatch'],
    ['no link', { urls: [] }, 'post_content_mismatch'],
    ['a link to a look-alike', { urls: ['https://app.example.com.evil.example'] }, 'post_content_mismatch'],
    ['a link that only carries the name', { urls: ['https://evil.example/app.example.com'] }, 'post_content_mismatch'],
  ] as const)('%s', (_, changes, expected) => {
    expect(codeOf(() => requireProof(post(changes), wanted))).toBe(expected)
  })

  test('takes a bare link in the text', () => {
    const text = 'alternative method of entry, no purchase necessary: app.example.com/lottery'
    expect(codeOf(() => requireProof(post({ text, urls: [] }), wanted))).toBe('ok')
  })

  test('is nothing without a post', () => {
    expect(codeOf(() => requireProof(null, wanted))).toBe('post_not_found')
  })
})

describe('settings', () => {
  const chain = createChain(base, { nodes: 1, send: async () => [] })
  test('are refused by name where they are wrong, and absent where there is no key', () => {
    const read = (env: object) => readEnv(z.object(amoeVariables), env)
    expect(() => read({ AMOE_ATTESTOR_KEY: '0x12' })).toThrow('AMOE_ATTESTOR_KEY')
    expect(() => read({ AMOE_ATTESTATION: 'both' })).toThrow('AMOE_ATTESTATION')
    for (const finality of ['latest', '-1', '1.5', '0x1'])
      expect(() => read({ AMOE_FINALITY: finality })).toThrow('AMOE_FINALITY')
    expect(['safe', 'finalized', '12', ''].map((AMOE_FINALITY) => read({ AMOE_FINALITY }).AMOE_FINALITY)).toEqual([
      'safe',
      'finalized',
      '12',
      'finalized',
    ])
    expect(createAttestor(chain, undefined)).toBeUndefined()
    expect(() => read({ SOCIAL_API_URL: 'http://api.example.com/2' })).toThrow('SOCIAL_API_URL')
    expect(createPostApi('https://api.example.com/2', undefined)).toBeUndefined()
    expect(createPostApi('http://127.0.0.1:1/2', 'token')).toBeDefined()
  })
})
