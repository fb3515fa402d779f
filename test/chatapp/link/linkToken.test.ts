import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LINK_TOKEN_SECONDS, openLinkToken, sealLinkToken } from '../../../functions/chatapp/link/linkToken.ts'
import { seeded } from '../../support/seeded.ts'

const NOW = 1_790_000_000
const random = seeded('link tokens')
const SECRET = random.key()
const PREVIOUS = random.key()
const TARGET = { chatappUserId: '279058397', chatId: '-1001234567890', issuedAt: NOW }
const OPENED = { chatappUserId: '279058397', chatId: '-1001234567890', expiresAt: NOW + LINK_TOKEN_SECONDS }

const signed = (payload: string, secret = SECRET) =>
  `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`
const payloadOf = (claims: unknown) => Buffer.from(JSON.stringify(claims)).toString('base64url')

describe('a link token', () => {
  test('opens for whom it was sealed, in the published form', async () => {
    const token = await sealLinkToken(TARGET, SECRET)
    expect(token).toBe(signed(payloadOf({ tg: '279058397', c: '-1001234567890', iat: NOW, exp: NOW + 900 })))
    expect(token).toMatch(/^[A-Za-z0-9_.-]{1,200}$/)
    expect(await openLinkToken(token, [SECRET])).toEqual(OPENED)
  })

  test('opens with the previous secret while that is in force', async () => {
    const token = await sealLinkToken(TARGET, PREVIOUS)
    expect(await openLinkToken(token, [SECRET, PREVIOUS])).toEqual(OPENED)
    expect(await openLinkToken(token, [SECRET])).toBe('invalid')
    expect(await openLinkToken(token, [])).toBe('invalid')
  })

  test('says until when it counts, and opens after that too', async () => {
    const old = { ...TARGET, issuedAt: 1000 }
    expect(await openLinkToken(await sealLinkToken(old, SECRET), [SECRET])).toEqual({ ...OPENED, expiresAt: 1900 })
  })

  test('is invalid with any of its characters altered or missing, and in any other spelling', async () => {
    const token = await sealLinkToken(TARGET, SECRET)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const altered = [...token].map((character, i) => {
      const others = alphabet.replace(character, '')
      return `${token.slice(0, i)}${others[random.below(others.length)]}${token.slice(i + 1)}`
    })
    // The last character encodes four bits: its neighbours decode to the same bytes.
    const respelled = [...alphabet].map((last) => `${token.slice(0, -1)}${last}`).filter((other) => other !== token)
    const missing = [...token].map((_, i) => token.slice(0, i) + token.slice(i + 1))
    for (const other of [...altered, ...respelled, ...missing, `${token}=`, ` ${token}`, `${token}\n`, `${token}.`])
      expect(await openLinkToken(other, [SECRET]), other).toBe('invalid')
  })

  test('is invalid when it is too long, or nothing', async () => {
    const long = signed(payloadOf({ tg: '1', c: '2', iat: NOW, exp: NOW + 900, more: 'x'.repeat(400) }))
    for (const token of ['', '.', 'a.b', long, 'a'.repeat(100_000)])
      expect(await openLinkToken(token, [SECRET])).toBe('invalid')
  })

  test.each([
    { tg: '0', c: '2', iat: NOW, exp: NOW + 900 },
    { tg: 1, c: '2', iat: NOW, exp: NOW + 900 },
    { tg: '1', c: 'x', iat: NOW, exp: NOW + 900 },
    { tg: '1', c: '2', iat: NOW },
    { tg: '1', c: '2', iat: NOW, exp: '1' },
    null,
    [],
  ])('is invalid when it says %j, although sealed', async (claims) => {
    expect(await openLinkToken(signed(payloadOf(claims)), [SECRET])).toBe('invalid')
  })

  test('is not sealed for what is no id', async () => {
    await expect(sealLinkToken({ ...TARGET, chatappUserId: '0x1' }, SECRET)).rejects.toThrow()
  })
})
