import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyring } from '../../shared/auth/createKeyring.ts'
import { OTHER_SECRET, SECRET } from './support.ts'

const macOf = (key: string | Uint8Array, text: string) =>
  new Uint8Array(createHmac('sha256', key).update(text).digest())
const derived = (purpose: string) => new Uint8Array(hkdfSync('sha256', SECRET, new Uint8Array(), purpose, 32))

describe('a keyring', () => {
  test('makes HMAC-SHA256 under a secret, or under its HKDF key for a purpose', async () => {
    expect(await createKeyring([SECRET]).mac('ü')).toEqual(macOf(SECRET, 'ü'))
    expect(await createKeyring([derived('a')]).mac('x')).toEqual(macOf(derived('a'), 'x'))
    expect(await createKeyring([SECRET], { purpose: 'a' }).mac('x')).toEqual(macOf(derived('a'), 'x'))
    const short = createKeyring([SECRET], { purpose: 'a', bytes: 8 })
    expect(await short.mac(new Uint8Array([120]))).toEqual(macOf(derived('a'), 'x').slice(0, 8))
  })

  test('in a rotation signs with the newest secret, and verifies by every one in force', async () => {
    const rotated = createKeyring([OTHER_SECRET, SECRET])
    expect(await rotated.mac('x')).toEqual(macOf(OTHER_SECRET, 'x'))
    expect(await rotated.macs('x')).toEqual([macOf(OTHER_SECRET, 'x'), macOf(SECRET, 'x')])
    for (const secret of [OTHER_SECRET, SECRET]) expect(await rotated.verify('x', macOf(secret, 'x'))).toBe(true)
    expect(await createKeyring([OTHER_SECRET]).verify('x', macOf(SECRET, 'x'))).toBe(false)
  })

  test('security: takes no part of a MAC, none for another purpose, and none of another message', async () => {
    const keyring = createKeyring([SECRET], { purpose: 'a' })
    const mac = macOf(derived('a'), 'x')
    expect(await keyring.verify('x', mac)).toBe(true)
    for (const other of [mac.slice(0, 31), new Uint8Array(), macOf(derived('b'), 'x'), macOf(SECRET, 'x')])
      expect(await keyring.verify('x', other)).toBe(false)
    expect(await keyring.verify('y', mac)).toBe(false)
    expect(await createKeyring([SECRET], { purpose: 'a', bytes: 16 }).verify('x', mac)).toBe(false)
  })

  test('without a secret signs nothing, and verifies nothing', async () => {
    const none = createKeyring([])
    await expect(none.mac('x')).rejects.toThrow('at least one secret')
    expect(await none.verify('x', new Uint8Array(32))).toBe(false)
  })
})
