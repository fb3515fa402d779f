import { createSecretKey, generateKeyPairSync } from 'node:crypto'
import { base64url, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { createIdentityProvider } from '../../shared/idp/createIdentityProvider.ts'
import { readIdentityEnv, START, startProvider, startUpstream } from './startProvider.ts'
import { useNet } from '../support/useNet.ts'

let userId: string
const provider = useNet(() => startProvider())
beforeAll(async () => {
  userId = (await provider.signIn('ada@example.com')).user.id
})

const code = (expected: string) => expect.objectContaining({ code: expected })
const { privateKey: otherKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A token that is right in everything but what is given, and in who signed it. */
function forged(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}, key = otherKey) {
  const now = Math.floor(provider.now() / 1000)
  return new SignJWT({ iss: 'privy.io', aud: provider.appId, sub: userId, iat: now, exp: now + 60, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: provider.tokens.jwk.kid ?? '', ...header })
    .sign(key)
}

describe('an access token', () => {
  test('of the provider says whose it is, and until when', async () => {
    const token = await provider.tokens.issue(userId)
    expect(await provider.adapter.verify(token)).toEqual({ userId, expiresAt: START / 1000 + 3600 })
  })

  test('is refused after it has expired, but for a few seconds between clocks', async () => {
    const token = await provider.tokens.issue(userId, 60)
    const at = (seconds: number) =>
      createIdentityProvider(readIdentityEnv(provider.variables), () => START + seconds * 1000)
    await at(64).verify(token)
    await expect(at(65).verify(token)).rejects.toThrow('unauthenticated: the access token has expired')
  })

  test('is refused for another application, by another issuer, or for what is no user', async () => {
    const token = await provider.tokens.issue(userId)
    for (const more of [{ IDP_APP_ID: 'another' }, { IDP_ISSUER: 'another' }])
      await expect(provider.adapterWith(more).verify(token)).rejects.toEqual(code('unauthenticated'))
    for (const subject of ['', 'ada', 'did:privy:../../v1/apps', `did:privy:${'a'.repeat(200)}`])
      await expect(provider.adapter.verify(await provider.tokens.issue(subject))).rejects.toEqual(
        code('unauthenticated'),
      )
  })

  test('is refused when another key signed it, or nobody', async () => {
    const [, payload = ''] = (await provider.tokens.issue(userId)).split('.')
    const header = (alg: string) => base64url.encode(JSON.stringify({ alg, typ: 'JWT' }))
    const tokens = [
      await forged(),
      `${header('none')}.${payload}.`,
      `${header('none')}.${payload}.${'A'.repeat(86)}`,
      `${header('ES256')}.${payload}.${'A'.repeat(86)}`,
      `${header('ES256')}.${payload}.`,
    ]
    for (const token of tokens)
      await expect(provider.adapter.verify(token), token).rejects.toEqual(code('unauthenticated'))
  })

  test('is refused when the published key was used as a shared secret (RFC 8725 section 2.1)', async () => {
    const pem = provider.tokens.publicKey
    for (const text of [pem, `${pem}\n`, pem.replaceAll('\n', '\\n')]) {
      const secret = createSecretKey(Buffer.from(text))
      const token = await new SignJWT({ iss: 'privy.io', aud: provider.appId, sub: userId, exp: START / 1000 + 60 })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(secret)
      await expect(provider.adapter.verify(token)).rejects.toEqual(code('unauthenticated'))
    }
  })

  test('is refused when it is malformed or too long, and the answer does not repeat it', async () => {
    const token = await provider.tokens.issue(userId)
    for (const given of [
      '',
      'x',
      'a.b.c',
      `${token}x`,
      token.slice(1),
      `${token}${'A'.repeat(4096)}`,
      '.'.repeat(4000),
    ]) {
      const error: unknown = await provider.adapter.verify(given).catch((reason: unknown) => reason)
      expect(error).toMatchObject({
        code: 'unauthenticated',
        about: { refusal: { scheme: 'Bearer', realm: 'identity', error: 'invalid_token' } },
      })
      expect(String(error)).not.toContain(given === '' ? 'eyJ' : given)
    }
  })
})

describe('by the published key set', () => {
  /** A provider of the same tokens whose key set is answered as given. */
  async function withKeySet(answer: () => { status?: number; body: string }) {
    let requests = 0
    const upstream = await startUpstream((_, response) => {
      requests++
      const { status = 200, body } = answer()
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(body)
    })
    const adapter = provider.adapterWith({ IDP_VERIFICATION_KEY: '', IDP_JWKS_URL: `${upstream.url}/jwks.json` })
    return { adapter, requests: () => requests, stop: upstream.stop }
  }
  const keySet = (...keys: unknown[]) => JSON.stringify({ keys })

  test('tokens are verified, and the set is requested once', async () => {
    const { adapter, requests, stop } = await withKeySet(() => ({ body: keySet(provider.tokens.jwk) }))
    for (let i = 0; i < 3; i++) await adapter.verify(await provider.tokens.issue(userId))
    expect(requests()).toBe(1)
    await stop()
  })

  test('the provider publishes it itself', async () => {
    const adapter = provider.adapterWith({
      IDP_VERIFICATION_KEY: '',
      IDP_JWKS_URL: `${provider.url}/api/v1/apps/${provider.appId}/jwks.json`,
    })
    expect(await adapter.verify(await provider.tokens.issue(userId))).toMatchObject({ userId })
  })

  test('a key that is not in a fresh set makes a token unauthenticated, however often it is tried', async () => {
    const { adapter, requests, stop } = await withKeySet(() => ({ body: keySet(provider.tokens.jwk) }))
    for (let i = 0; i < 3; i++)
      await expect(adapter.verify(await forged({}, { kid: `unknown-${i}` }))).rejects.toEqual(code('unauthenticated'))
    expect(requests()).toBe(1)
    await stop()
  })

  test('no algorithm but ES256 leads to a request', async () => {
    const { adapter, requests, stop } = await withKeySet(() => ({ body: keySet(provider.tokens.jwk) }))
    const secret = createSecretKey(Buffer.alloc(32, 1))
    const token = await new SignJWT({ sub: userId }).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    await expect(adapter.verify(token)).rejects.toEqual(code('unauthenticated'))
    expect(requests()).toBe(0)
    await stop()
  })

  test.each([
    ['an error', { status: 500, body: '{}' }],
    ['a redirect', { status: 302, body: '' }],
    ['no JSON', { body: '<html>' }],
    ['no key set', { body: '{"keys":1}' }],
    ['too much', { body: `{"keys":[],"more":"${'x'.repeat(70_000)}"}` }],
  ])('%s in its place is an outage, which ends with it', async (_, broken) => {
    let isBroken = true
    const { adapter, stop } = await withKeySet(() => (isBroken ? broken : { body: keySet(provider.tokens.jwk) }))
    const token = await provider.tokens.issue(userId)
    await expect(adapter.verify(token)).rejects.toEqual(code('identity_provider_unavailable'))
    isBroken = false
    expect(await adapter.verify(token)).toMatchObject({ userId })
    await stop()
  })

  test('nobody at its URL is an outage', async () => {
    const { adapter, stop } = await withKeySet(() => ({ body: '' }))
    await stop()
    await expect(adapter.verify(await provider.tokens.issue(userId))).rejects.toEqual(
      code('identity_provider_unavailable'),
    )
  })
})

describe('without its settings', () => {
  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ['application id', { IDP_APP_ID: '' }],
    ['an application id that could be one', { IDP_APP_ID: 'a:b' }],
    ['secret', { IDP_APP_SECRET: '' }],
    ['a secret that is long enough', { IDP_APP_SECRET: 'short' }],
    ['key', { IDP_VERIFICATION_KEY: '' }],
    ['a key that is one', { IDP_VERIFICATION_KEY: '-----BEGIN PUBLIC KEY-----\\nAAAA\\n-----END PUBLIC KEY-----' }],
  ])('%s it is not configured', async (_, more) => {
    const adapter = provider.adapterWith(more)
    await expect(adapter.verify(await provider.tokens.issue(userId))).rejects.toEqual(
      code('identity_provider_not_configured'),
    )
    await expect(adapter.findUser(userId)).rejects.toEqual(code('identity_provider_not_configured'))
  })

  test('a key of another curve is not configured either', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString().trim()
    const adapter = provider.adapterWith({ IDP_VERIFICATION_KEY: pem })
    await expect(adapter.verify(await provider.tokens.issue(userId))).rejects.toEqual(
      code('identity_provider_not_configured'),
    )
  })
})
