import { base64url, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createRoomTokenSigner, type RoomClaims } from '../../functions/agents/rooms/createRoomTokenSigner.ts'
import { createKeyring } from '../../shared/auth/createKeyring.ts'
import { alice, ORIGIN, OTHER_SECRET, refusal, REGISTRY, SECRET } from './support.ts'

const NOW = 1_795_000_000
const claims: RoomClaims = {
  jti: 'one',
  sub: alice.address,
  chainId: 31_337,
  shareToken: REGISTRY,
  roomKey: 'msgnet:one',
  capabilities: ['join', 'read'],
  iat: NOW,
  exp: NOW + 900,
}
const signer = createRoomTokenSigner([SECRET], ORIGIN)
const at = (seconds: number) => (NOW + seconds) * 1000
const codeOf = async (token: string, now = at(1), by = signer) => (await refusal(by.open(token, now))).code

const keyFor = async (purpose: string) => (await createKeyring([SECRET], { purpose }).keys())[0]
const partsOf = (token: string) => token.split('.').map((part) => new TextDecoder().decode(base64url.decode(part)))
const kidOf = (token: string): string => JSON.parse(partsOf(token)[0] ?? '').kid

describe('a room token', () => {
  test('opens to what was signed, until it expires', async () => {
    const token = await signer.sign(claims)
    expect(await signer.open(token, at(899))).toEqual(claims)
    expect(await codeOf(token, at(900))).toBe('token_expired')
    expect(JSON.parse(partsOf(token)[0] ?? '')).toEqual({ alg: 'HS256', typ: 'room+jwt', kid: expect.any(String) })
    expect(token.length).toBeLessThan(1024)
  })

  test('survives a rotation, and not the one after it', async () => {
    const token = await signer.sign(claims)
    const rotated = createRoomTokenSigner([OTHER_SECRET, SECRET], ORIGIN)
    expect(await rotated.open(token, at(1))).toEqual(claims)
    expect(kidOf(await rotated.sign(claims))).not.toBe(kidOf(token))
    expect(await codeOf(token, at(1), createRoomTokenSigner([OTHER_SECRET], ORIGIN))).toBe('token_invalid')
  })

  describe('security', () => {
    const forge = async (
      {
        header = {},
        changes = {},
        iss = ORIGIN,
        aud = ORIGIN,
      }: Record<string, object | string | undefined> & {
        header?: object
        changes?: object
        iss?: string
        aud?: string
      },
      key?: CryptoKey | Uint8Array,
    ) => {
      const kid = kidOf(await signer.sign(claims))
      return new SignJWT({ ...claims, iss, aud, ...changes })
        .setProtectedHeader({ alg: 'HS256', typ: 'room+jwt', kid, ...header })
        .sign(key ?? (await keyFor('room token')) ?? new Uint8Array())
    }

    test('the same claims by the same key are accepted: what follows differs in one thing each', async () => {
      expect(await signer.open(await forge({}), at(1))).toEqual(claims)
    })

    test.each<[string, Parameters<typeof forge>[0]]>([
      ['for another service', { aud: 'https://other.example.com' }],
      ['of another service', { iss: 'https://other.example.com' }],
      ['of another type', { header: { typ: 'JWT' } }],
      ['of no type', { header: { typ: undefined } }],
      ['of a key that is not in force', { header: { kid: 'other' } }],
      ['of no key', { header: { kid: undefined } }],
      ['without an expiry', { changes: { exp: undefined } }],
      ['without an id', { changes: { jti: undefined } }],
      ['for something that is no wallet', { changes: { sub: 'alice' } }],
      ['for no room', { changes: { roomKey: 'everything' } }],
      ['with a capability that there is not', { changes: { capabilities: ['admin'] } }],
    ])('one %s is refused', async (_, given) => {
      expect(await codeOf(await forge(given))).toBe('token_invalid')
    })

    test('one by the bare secret, by a key for another purpose, or by none is refused', async () => {
      expect(await codeOf(await forge({}, new TextEncoder().encode(SECRET)))).toBe('token_invalid')
      expect(await codeOf(await forge({}, await keyFor('room proof')))).toBe('token_invalid')
      const kid = kidOf(await signer.sign(claims))
      const hs512 = new SignJWT({ ...claims, iss: ORIGIN, aud: ORIGIN })
        .setProtectedHeader({ alg: 'HS512', typ: 'room+jwt', kid })
        .sign(new TextEncoder().encode(SECRET))
      expect(await codeOf(await hs512)).toBe('token_invalid')
      expect(await codeOf(new UnsecuredJWT({ ...claims }).setIssuer(ORIGIN).encode())).toBe('token_invalid')
    })

    test('a change of any character makes it invalid', async () => {
      const token = await signer.sign(claims)
      for (let i = 0; i < token.length; i += 7) {
        const other = token[i] === 'A' ? 'B' : 'A'
        expect(await codeOf(token.slice(0, i) + other + token.slice(i + 1))).toBe('token_invalid')
      }
      for (const text of ['', '.', '..', 'a.b.c', token.slice(0, -1), `${token}.x`, 'x'.repeat(2000)])
        expect(await codeOf(text)).toBe('token_invalid')
    })

    test('an expired one that was forged is not said to have expired', async () => {
      const forged = await forge({}, new TextEncoder().encode(OTHER_SECRET))
      expect(await codeOf(forged, at(10_000))).toBe('token_invalid')
    })
  })
})
