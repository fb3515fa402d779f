import { signRequest } from '@slicekit/erc8128'
import { describe, expect, test, vi } from 'vitest'
import { refuseForeignOrigin } from '../../shared/auth/origin.ts'
import { type Credentials, type Requirement, resolvePrincipal } from '../../shared/auth/principal.ts'
import { issueReceipt } from '../../shared/auth/receipt.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import { clearedCookie, sessionCookie } from '../../shared/auth/session.ts'
import { signerOf } from '../../shared/auth/signature.ts'
import { type NamedSession, newSessionToken, type SessionStore } from '../../shared/durable/sessions.ts'
import { alice, emptyChain, mallory, memoryNonces, ORIGIN, OTHER_SECRET, refusal, REGISTRY, SECRET } from './support.ts'

const agent = {
  address: alice.address,
  agentId: 0n,
  agentRegistry: `eip155:31337:${REGISTRY}`,
  chainId: 31337,
  receiptFor: 'key',
} as const
const { receipt } = issueReceipt(agent, SECRET)
const newToken = () => `${newSessionToken()}0f`
const token = newToken()
const origin = { method: 'key', by: alice.address, profileId: null, proofs: [] } as const
const id = `${'1'.repeat(32)}0f`
const base = { ...origin, id, address: alice.address, expiresAt: 9e9 }
const session: NamedSession = { ...base, scope: 'full', issuedAt: 0, isEnding: false }
const [expired, ended, limited] = [newToken(), newToken(), newToken()]
const sessions: Pick<SessionStore, 'find' | 'fateOf'> = {
  async find(given, takesLimited) {
    if (given === limited && takesLimited) return { ...session, scope: 'limited' }
    return given === token ? session : null
  },
  async fateOf(given) {
    const fates = { [expired]: 'expired', [ended]: 'ended', [limited]: 'limited' } as const
    return fates[given] ?? null
  },
}
const credentials = (changes: Partial<Credentials> = {}): Credentials => ({
  sessions,
  receiptSecrets: [SECRET],
  receiptScope: { chainId: 31337, identityRegistry: REGISTRY },
  nonces: memoryNonces(),
  signerOf: (signed) => signerOf(signed, emptyChain),
  confirm: async () => {},
  trustedOrigins: new Set(['https://app.example.com']),
  admins: new Set([mallory.address]),
  machines: { cron: { secrets: [SECRET, OTHER_SECRET], header: 'x-cron-secret' }, ingest: { secrets: [] } },
  now: Date.now,
  ...changes,
})
const request = (headers: Record<string, string> = {}, method = 'POST', url = `${ORIGIN}/api/v1/x`) =>
  new Request(url, { method, headers })
const resolve = (given: Request, kind: Requirement['kind'], changes: Partial<Credentials> = {}) =>
  resolvePrincipal(
    given,
    kind === 'machine' ? { kind, name: 'cron' } : { kind },
    credentials(changes),
    async () => new Uint8Array(),
  )
const cookie = (value: string) => ({ cookie: `a=b; __Host-session=${value}` })
const trusted = { origin: 'https://app.example.com' }
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const asAlice = { kind: 'session', scope: 'full', ...base }

const sign = () => {
  const signer = {
    address: alice.address,
    chainId: 31337,
    signMessage: (raw: Uint8Array) => alice.signMessage({ message: { raw } }),
  }
  return signRequest(request({ 'x-siwa-receipt': receipt }), signer, { components: ['x-siwa-receipt'] })
}

describe('session', () => {
  test.each<[string, Request]>([
    ['bearer', request(bearer(token))],
    ['cookie from a trusted origin', request({ ...cookie(token), ...trusted })],
    ['cookie from the same origin', request({ ...cookie(token), 'sec-fetch-site': 'same-origin' })],
    ['second of two cookies', request({ cookie: `__Host-session=${newToken()}; __Host-session=${token}`, ...trusted })],
    [
      'plain cookie on a loopback host',
      request({ cookie: `session=${token}`, ...trusted }, 'POST', 'http://127.0.0.1:8787/api'),
    ],
  ])('%s', async (_name, given) => {
    for (const kind of ['session', 'build', 'write'] as const) expect(await resolve(given, kind)).toEqual(asAlice)
  })

  test('a cookie on a safe method, unless what it asks for is a write all the same', async () => {
    for (const kind of ['session', 'build'] as const)
      expect(await resolve(request(cookie(token), 'GET'), kind)).toEqual(asAlice)
    for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'none' }])
      await expect(resolve(request({ ...cookie(token), ...headers }, 'GET'), 'write')).rejects.toMatchObject({
        code: 'forbidden_origin',
      })
    expect(await resolve(request({ ...cookie(token), ...trusted }, 'GET'), 'write')).toEqual(asAlice)
    expect(await resolve(request(bearer(token), 'GET'), 'write')).toEqual(asAlice)
  })

  test('a bearer token that is not a session leaves the cookie to be checked', async () => {
    expect(await resolve(request({ ...bearer(newToken()), ...cookie(token), ...trusted }), 'session')).toEqual(asAlice)
  })

  test.each<[string, Record<string, string>, string | undefined]>([
    ['nothing', {}, undefined],
    ['an unknown token', bearer(newToken()), 'the bearer token is not a session of this service'],
    ['a token that has expired', bearer(expired), 'the session has expired'],
    ['a token that was signed out', bearer(ended), 'the session was ended'],
    ['a token of another shape', bearer('x'), 'the bearer token is not a session of this service'],
    [
      'a token that does not say where it is',
      bearer(token.slice(0, 64)),
      'the bearer token is not a session of this service',
    ],
    ['the plain cookie over https', { cookie: `session=${token}`, ...trusted }, undefined],
    ['a cookie that has expired', { ...cookie(expired), ...trusted }, 'the session has expired'],
    ['an unknown cookie', cookie('x'), 'the cookie is not a session of this service'],
    ['a receipt', { 'x-siwa-receipt': receipt }, undefined],
  ])('%s is no session, and the error says which it is', async (_name, headers, detail) => {
    const refused = await refusal(resolve(request(headers), 'session'))
    expect(refused).toMatchObject({ code: 'unauthenticated', detail })
    const isBearer = 'authorization' in headers
    const refusal401 = { scheme: 'Bearer', realm: 'session', error: 'invalid_token' }
    expect(refused.about).toEqual(isBearer ? { refusal: refusal401 } : {})
  })

  test.each([
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'none' },
  ])('security: a cookie with %o is refused, a bearer is not', async (headers) => {
    expect(await refusal(resolve(request({ ...cookie(token), ...headers }), 'build'))).toMatchObject({
      code: 'forbidden_origin',
    })
    expect(await resolve(request({ ...bearer(token), ...headers }), 'build')).toEqual(asAlice)
  })

  test('cookies are bound to the host, and plain only on a loopback address', () => {
    expect(sessionCookie(new URL(ORIGIN), 't')).toBe(
      '__Host-session=t; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=604800',
    )
    expect(clearedCookie(new URL('http://localhost:8787'))).toBe('session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
    expect(sessionCookie(new URL('http://api.example.com'), 't')).toContain('Secure')
  })
})

describe('a limited session', () => {
  const others = ['session', 'write', 'admin'] as const
  const admins = new Set([alice.address])

  test('builds and reads, as a bearer token', async () => {
    const asLimited = { ...asAlice, scope: 'limited' }
    expect(await resolve(request(bearer(limited)), 'build')).toEqual(asLimited)
    expect(await resolve(request({ ...bearer(limited), ...cookie(token) }), 'build')).toEqual(asLimited)
  })

  test('security: does nothing else, and the error says so and which one does', async () => {
    for (const kind of others)
      expect(await refusal(resolve(request(bearer(limited)), kind, { admins }))).toMatchObject({
        code: 'unauthenticated',
        detail: expect.stringMatching(
          /^the session is limited: it only builds .*; for a full session, request the nonce/,
        ),
        about: { refusal: { scheme: 'Bearer', realm: 'session', error: 'invalid_token', scope: 'full' } },
      })
  })

  test('security: is not a cookie, of no page and for nothing', async () => {
    for (const kind of ['build', ...others] as const)
      for (const method of ['GET', 'POST']) {
        const refused = await refusal(resolve(request({ ...cookie(limited), ...trusted }, method), kind, { admins }))
        expect(refused).toMatchObject({ code: 'unauthenticated', detail: expect.stringContaining('limited') })
        expect(refused.about).toEqual({})
      }
  })

  test('leaves a full session, or a signed request of an agent, beside it to count', async () => {
    expect(await resolve(request({ ...bearer(limited), ...cookie(token), ...trusted }), 'write')).toEqual(asAlice)
    const signed = await sign()
    signed.headers.set('authorization', `Bearer ${limited}`)
    expect(await resolve(signed, 'write')).toMatchObject({ kind: 'siwa', signedBy: 'key' })
  })
})

describe('the session in which an account was deleted', () => {
  const sessions = { find: async () => ({ ...session, isEnding: true }), fateOf: async () => 'ended' as const }

  test('security: counts nowhere but where the deletion is repeated', async () => {
    for (const kind of ['session', 'build', 'write', 'admin'] as const)
      expect(await refusal(resolve(request(bearer(token)), kind, { sessions }))).toMatchObject({
        code: 'unauthenticated',
      })
    const repeating = resolvePrincipal(
      request(bearer(token)),
      { kind: 'write', takesEnding: true },
      credentials({ sessions }),
      async () => new Uint8Array(),
    )
    expect(await repeating).toEqual(asAlice)
  })
})

describe('confirming', () => {
  /** A credential of a wallet that no longer confirms it. */
  const ended = () => Promise.reject(new ApiError('unauthenticated', 'no longer confirms'))
  const resolveLeft = (isLeftToHandler: boolean) =>
    resolvePrincipal(
      request(bearer(token)),
      { kind: 'session', isLeftToHandler },
      credentials({ confirm: ended }),
      async () => new Uint8Array(),
    )

  test('security: a credential that does not hold any more is refused', async () => {
    expect(await refusal(resolveLeft(false))).toMatchObject({
      code: 'unauthenticated',
      detail: 'no longer confirms',
    })
    const signed = await sign()
    for (const kind of ['build', 'write'] as const)
      expect(await refusal(resolve(signed.clone(), kind, { confirm: ended }))).toMatchObject({
        detail: 'no longer confirms',
      })
  })

  test('is the handler’s where the operation says so', async () => {
    expect(await resolveLeft(true)).toEqual(asAlice)
  })

  test('that is impossible now is an outage', async () => {
    const unknown = () => Promise.reject(new ApiError('authority_unknown'))
    expect(await refusal(resolve(request(bearer(token)), 'session', { confirm: unknown }))).toMatchObject({
      code: 'authority_unknown',
    })
  })
})

describe('siwa', () => {
  test('a receipt alone is enough to build', async () => {
    for (const headers of [
      { 'x-siwa-receipt': receipt },
      { authorization: `SIWA ${receipt}` },
      { authorization: `SIWA-Receipt ${receipt}` },
    ]) {
      expect(await resolve(request(headers), 'build')).toMatchObject({ kind: 'siwa', signedBy: null, ...agent })
    }
  })

  test('a receipt and a signature are enough to write', async () => {
    expect(await resolve(await sign(), 'write')).toMatchObject({ kind: 'siwa', signedBy: 'key', ...agent })
  })

  test('who signed the request and who signed the receipt’s message are kept apart', async () => {
    const ofContract = issueReceipt({ ...agent, receiptFor: 'contract' }, SECRET).receipt
    expect(await resolve(request({ 'x-siwa-receipt': ofContract }), 'build')).toMatchObject({
      signedBy: null,
      receiptFor: 'contract',
    })
    const byContract = { signerOf: () => Promise.resolve('contract' as const) }
    expect(await resolve(await sign(), 'write', byContract)).toMatchObject({
      signedBy: 'contract',
      receiptFor: 'key',
    })
  })

  test('a signature that comes with a receipt is checked for building too', async () => {
    const nonces = memoryNonces()
    const signed = await sign()
    expect(await resolve(signed, 'build', { nonces })).toMatchObject({ signedBy: 'key' })
    expect(await refusal(resolve(signed, 'build', { nonces }))).toMatchObject({ code: 'unauthenticated' })
  })

  test('signatures of other standards are let be', async () => {
    const input = 'sig1=("@authority");created=1;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="web-bot-auth"'
    const headers = { 'x-siwa-receipt': receipt, 'signature-input': input, signature: 'sig1=:AAAA:' }
    expect(await resolve(request(headers), 'build')).toMatchObject({ kind: 'siwa', signedBy: null })
  })

  test('security: a receipt alone does not write; the answer says what to sign', async () => {
    const refused = await refusal(resolve(request({ 'x-siwa-receipt': receipt }), 'write'))
    expect(refused).toMatchObject({
      code: 'unauthenticated',
      detail: expect.stringContaining('sign the request'),
      about: { refusal: { scheme: 'ERC8128', error: 'signature_missing' } },
    })
  })

  test('security: a receipt of another secret is refused without reading the body', async () => {
    const given = request({ 'x-siwa-receipt': issueReceipt(agent, OTHER_SECRET).receipt })
    const promise = resolvePrincipal(given, { kind: 'write' }, credentials(), async () =>
      Promise.reject(new Error('read the body')),
    )
    expect(await refusal(promise)).toMatchObject({
      code: 'unauthenticated',
      detail: 'the receipt was not issued by this service for this chain, or was modified',
      about: { refusal: { scheme: 'SIWA', error: 'invalid_receipt' } },
    })
  })

  test('a receipt that has expired is distinguished from a wrong one', async () => {
    const later = { now: () => Date.now() + 3_600_000 }
    vi.setSystemTime(Date.now() + 3_600_000)
    const given = request({ 'x-siwa-receipt': receipt })
    expect(await refusal(resolve(given, 'build', later))).toMatchObject({
      detail: expect.stringMatching(/^the receipt expired at \d{4}-/),
    })
    vi.useRealTimers()
    for (const other of ['x', 'e30.x', 'bnVsbA.x', `${'A'.repeat(41)}.x`])
      expect(await refusal(resolve(request({ 'x-siwa-receipt': other }), 'build'))).toMatchObject({
        detail: expect.stringMatching(/^the receipt was not issued/),
      })
  })

  test('not configured is 503 for a caller with a receipt', async () => {
    const given = request({ 'x-siwa-receipt': receipt })
    expect(await refusal(resolve(given, 'build', { receiptSecrets: [] }))).toMatchObject({
      code: 'siwa_not_configured',
    })
  })
})

describe('admin', () => {
  test('is the session of a listed address', async () => {
    expect(await resolve(request(bearer(token)), 'admin', { admins: new Set([REGISTRY, alice.address]) })).toEqual(
      asAlice,
    )
  })

  test('security: another address is 403, nobody and a receipt are 401, an empty list is nobody', async () => {
    expect(await refusal(resolve(request(bearer(token)), 'admin'))).toMatchObject({ code: 'forbidden' })
    expect(await refusal(resolve(request(bearer(token)), 'admin', { admins: new Set() }))).toMatchObject({
      code: 'forbidden',
    })
    expect(await refusal(resolve(request({ 'x-siwa-receipt': receipt }), 'admin'))).toMatchObject({
      code: 'unauthenticated',
    })
  })
})

describe('machine', () => {
  test.each([bearer(SECRET), bearer(OTHER_SECRET), { authorization: SECRET }, { 'x-cron-secret': SECRET }])(
    'carries its secret: %o',
    async (headers) => {
      expect(await resolve(request(headers), 'machine')).toEqual({ kind: 'machine', name: 'cron' })
    },
  )

  test.each([
    {},
    bearer('x'),
    bearer(`${SECRET}x`),
    { 'x-cron-secret': '' },
    bearer(token),
    { cookie: `__Host-session=${token}` },
  ])('security: %o is refused', async (headers) => {
    const detail = Object.keys(headers).some((name) => name !== 'cookie') ? 'the cron secret is wrong' : undefined
    expect(await refusal(resolve(request(headers), 'machine'))).toMatchObject({ code: 'unauthenticated', detail })
  })

  test('without a secret in force it is 503; one that was too short is not in force', async () => {
    const machines = { cron: { secrets: secretsInForce(undefined, null) }, ingest: { secrets: [] } }
    expect(await refusal(resolve(request(bearer('x'.repeat(31))), 'machine', { machines }))).toMatchObject({
      code: 'cron_not_configured',
    })
  })
})

describe('origin', () => {
  test('a route that requires nobody does not look at credentials', async () => {
    expect(
      await resolve(request({ ...cookie(token), origin: 'https://evil.example', 'x-siwa-receipt': 'x' }), 'none'),
    ).toBeNull()
  })

  test('a foreign page is refused where the cookie is made; a client that is not a browser passes', () => {
    const list = new Set(['https://app.example.com', 'http://localhost:3000'])
    const check = (headers: Record<string, string>) => () => refuseForeignOrigin(request(headers), list)
    for (const headers of [{}, { origin: 'http://localhost:3000' }, { 'sec-fetch-site': 'same-origin' }])
      expect(check(headers)).not.toThrow()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
    ]) {
      expect(check(headers)).toThrow('forbidden_origin')
    }
  })
})
