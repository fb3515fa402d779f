import { describe, expect, test } from 'vitest'
import { sameSecret } from '../../shared/auth/compare.ts'
import { createSealer } from '../../shared/auth/seal.ts'
import { OTHER_SECRET, SECRET } from './support.ts'

const NOW = 1_800_000_000_123
const sealer = createSealer({ secrets: [SECRET], purpose: 'siwe', ttlSeconds: 900 })

describe('seal', () => {
  test('a nonce opens with its issue time, and is alphanumeric', async () => {
    const nonce = await sealer.seal(NOW)
    expect(nonce).toMatch(/^[a-zA-Z0-9]{64}$/)
    expect(await sealer.open(nonce, NOW + 1000)).toEqual({ ok: true, issuedAt: NOW })
  })

  test('two nonces of one moment differ', async () => {
    expect(await sealer.seal(NOW)).not.toBe(await sealer.seal(NOW))
  })

  test('opens until its time is over', async () => {
    const nonce = await sealer.seal(NOW)
    expect(await sealer.open(nonce, NOW + 900_000)).toMatchObject({ ok: true })
    expect(await sealer.open(nonce, NOW + 900_001)).toEqual({ ok: false, reason: 'expired' })
    expect(await sealer.open(nonce, NOW - 60_001)).toEqual({ ok: false, reason: 'expired' })
  })

  test('security: any changed digit is a forgery', async () => {
    const nonce = await sealer.seal(NOW)
    for (let i = 0; i < nonce.length; i++) {
      const changed = nonce.slice(0, i) + (nonce[i] === '0' ? '1' : '0') + nonce.slice(i + 1)
      expect(await sealer.open(changed, NOW)).toEqual({ ok: false, reason: 'forged' })
    }
  })

  test('security: another purpose, context or secret does not open it', async () => {
    const nonce = await sealer.seal(NOW, 'agent 1')
    const siwa = createSealer({ secrets: [SECRET], purpose: 'siwa', ttlSeconds: 900 })
    const other = createSealer({ secrets: [OTHER_SECRET], purpose: 'siwe', ttlSeconds: 900 })
    const forged = { ok: false, reason: 'forged' }
    expect(await siwa.open(nonce, NOW, 'agent 1')).toEqual(forged)
    expect(await other.open(nonce, NOW, 'agent 1')).toEqual(forged)
    expect(await sealer.open(nonce, NOW, 'agent 2')).toEqual(forged)
    for (const text of ['', 'x', nonce.toUpperCase() + 'z', nonce.slice(2)])
      expect(await sealer.open(text, NOW)).toEqual(forged)
  })

  test('rotation: nonces of the previous secret open until it is dropped', async () => {
    const rotated = createSealer({ secrets: [OTHER_SECRET, SECRET], purpose: 'siwe', ttlSeconds: 900 })
    expect(await rotated.open(await sealer.seal(NOW), NOW)).toMatchObject({ ok: true })
    expect(await sealer.open(await rotated.seal(NOW), NOW)).toEqual({ ok: false, reason: 'forged' })
  })
})

describe('compare', () => {
  test('distinguishes secrets', async () => {
    expect(await sameSecret(SECRET, SECRET)).toBe(true)
    for (const given of ['', SECRET.slice(1), `${SECRET} `, OTHER_SECRET])
      expect(await sameSecret(given, SECRET)).toBe(false)
  })
})
