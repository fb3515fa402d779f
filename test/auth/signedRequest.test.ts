import { signAuthenticatedRequest } from '@buildersgarden/siwa/erc8128'
import { signRequest, type SignOptions } from '@slicekit/erc8128'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Signed, signerOf } from '../../shared/auth/signature.ts'
import { verifySignedRequest } from '../../shared/auth/signedRequest.ts'
import { issueReceipt } from '../../shared/auth/receipt.ts'
import {
  alice,
  emptyChain,
  highS,
  mallory,
  memoryNonces,
  ORIGIN,
  refusal,
  REGISTRY,
  SECRET,
  siwaSigner,
} from './support.ts'

const agent = {
  address: alice.address,
  agentId: 0n,
  agentRegistry: `eip155:31337:${REGISTRY}`,
  chainId: 31337,
  receiptFor: 'key',
} as const
const { receipt } = issueReceipt(agent, SECRET)
const rules = () => ({
  chainId: 31337,
  address: alice.address,
  nonces: memoryNonces(),
  signerOf: (signed: Signed) => signerOf(signed, emptyChain),
  now: Date.now(),
})
const signer = (account = alice, chainId = 31337) => ({
  address: account.address,
  chainId,
  signMessage: (raw: Uint8Array) => account.signMessage({ message: { raw } }),
})
const body = '{"a":1}'
const post = (url = `${ORIGIN}/api/v1/x?b=2`, text: string | null = body) =>
  new Request(url, {
    method: 'POST',
    body: text,
    headers: { 'x-siwa-receipt': receipt, 'content-type': 'application/json' },
  })
const sign = (request = post(), options: SignOptions = {}, by = signer()) =>
  signRequest(request, by, { components: ['x-siwa-receipt'], ...options })
const bytes = (text: string | null) => new TextEncoder().encode(text ?? '')
const verify = (request: Request, text: string | null = body, own = rules()) =>
  verifySignedRequest(request, bytes(text), own)

/** As the later draft signs: other keyid, tag, @scheme, and `?` for an absent query. */
async function signLaterDraft(url: string, text: string): Promise<Request> {
  const request = post(url, text)
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes(text))).toString('base64')
  request.headers.set('content-digest', `sha-256=:${digest}:`)
  const now = Math.floor(Date.now() / 1000)
  const names = [
    '@scheme',
    '@authority',
    '@method',
    '@path',
    '@query',
    'content-digest',
    'content-type',
    'x-siwa-receipt',
  ]
  const { protocol, host, pathname, search } = new URL(url)
  const values = [
    protocol.slice(0, -1),
    host,
    'POST',
    pathname,
    search || '?',
    `sha-256=:${digest}:`,
    'application/json',
    receipt,
  ]
  const params = `(${names.map((n) => `"${n}"`).join(' ')});created=${now};expires=${now + 60};nonce="n,1${now}";keyid="eip155:31337:${alice.address.toLowerCase()}";tag="erc8128"`
  const base = [...names.map((n, i) => `"${n}": ${values[i]}`), `"@signature-params": ${params}`].join('\n')
  const signature = await alice.signMessage({ message: base })
  request.headers.set('signature-input', `eth=${params}`)
  request.headers.set('signature', `eth=:${Buffer.from(signature.slice(2), 'hex').toString('base64')}:`)
  return request
}

const challenge = (error: string) => ({ about: { refusal: { scheme: 'ERC8128', error } } })
const failing = async (): Promise<never> => {
  throw new Error('no node')
}

describe('happy', () => {
  test('takes what @slicekit/erc8128 signs', async () => {
    expect(await verify(await sign())).toMatchObject({ by: 'key' })
    expect(await verify(await sign(post(`${ORIGIN}/api/v1/x`, null)), null)).toMatchObject({ by: 'key' })
  })

  test('takes what the SIWA client signs', async () => {
    const plain = new Request(`${ORIGIN}/api/v1/x`, { method: 'POST', body })
    await verify(await signAuthenticatedRequest(plain, receipt, siwaSigner(alice), 31337))
  })

  test('says where the contract at the address signed', async () => {
    const own = { ...rules(), signerOf: (signed: Signed) => signerOf(signed, async () => '0x01') }
    const byMallory = await sign(post(), {}, { ...signer(mallory), address: alice.address })
    const signature = Buffer.from(byMallory.headers.get('signature')?.split(':')[1] ?? '', 'base64').toString('hex')
    expect(await verify(byMallory, body, own)).toMatchObject({ by: 'contract', signature: `0x${signature}` })
  })

  test.each([`${ORIGIN}/api/v1/x`, `${ORIGIN}/api/v1/x?b=2`])(
    'takes the keyid and components of the later draft: %s',
    async (url) => {
      await verify(await signLaterDraft(url, body))
    },
  )

  test('remembers the nonce until the request is no longer good', async () => {
    const own = rules()
    await verify(await sign(post(), { ttlSeconds: 60 }), body, own)
    expect([...own.nonces.used.values()][0]).toBeGreaterThanOrEqual(60 + 30)
  })
})

describe('security', () => {
  test('a replayed request is refused, and of 20 at once one wins', async () => {
    const own = rules()
    const signed = await sign()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => verify(signed.clone(), body, own)))
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(verify(signed, body, own))).toMatchObject({
      code: 'unauthenticated',
      ...challenge('nonce_reused'),
    })
  })

  test.each<[string, (r: Request) => Request, string | null, string]>([
    ['body', (r) => r, '{"a":2}', 'bad_content_digest'],
    ['missing body', (r) => r, null, 'bad_content_digest'],
    ['path', (r) => new Request(`${ORIGIN}/api/v1/y?b=2`, r), body, 'bad_signature'],
    ['query', (r) => new Request(`${ORIGIN}/api/v1/x?b=3`, r), body, 'bad_signature'],
    ['host', (r) => new Request('https://staging.example.com/api/v1/x?b=2', r), body, 'bad_signature'],
    ['method', (r) => new Request(r.url, { method: 'PUT', headers: r.headers, body }), body, 'bad_signature'],
    [
      'receipt',
      (r) => (r.headers.set('x-siwa-receipt', issueReceipt({ ...agent, agentId: 1n }, SECRET).receipt), r),
      body,
      'bad_signature',
    ],
  ])('a changed %s is refused', async (_what, change, text, code) => {
    expect(await refusal(verify(change(await sign()), text))).toMatchObject({
      code: 'unauthenticated',
      ...challenge(code),
    })
  })

  test('a changed scheme or query is refused in the later draft too', async () => {
    const signed = await signLaterDraft(`${ORIGIN}/api/v1/x`, body)
    for (const url of ['http://api.example.com/api/v1/x', `${ORIGIN}/api/v1/x?c=1`]) {
      expect(await refusal(verify(new Request(url, { method: 'POST', headers: signed.headers })))).toMatchObject(
        challenge('bad_signature'),
      )
    }
  })

  test('a body added to a request signed without one is refused', async () => {
    const signed = await sign(post(`${ORIGIN}/x`, null))
    expect(await refusal(verify(signed, body))).toMatchObject(challenge('insufficient_coverage'))
  })

  test.each<[string, () => Promise<Request>, string]>([
    ['not signed', async () => post(), 'signature_missing'],
    ['signed by another', () => sign(post(), {}, signer(mallory)), 'bad_signature'],
    [
      'signed by another in the name of the agent',
      () => sign(post(), {}, { ...signer(mallory), address: alice.address }),
      'bad_signature',
    ],
    ['of another chain', () => sign(post(), {}, signer(alice, 1)), 'unsupported_chain'],
    ['without the receipt covered', () => signRequest(post(), signer()), 'insufficient_coverage'],
    ['covering the host only', () => sign(post(), { binding: 'class-bound' }), 'insufficient_coverage'],
    ['without a nonce', () => sign(post(), { replay: 'replayable' }), 'invalid_nonce'],
    ['with a nonce too long', () => sign(post(), { nonce: 'n'.repeat(129) }), 'invalid_nonce'],
    ['expired', () => sign(post(), { created: 1_700_000_000, expires: 1_700_000_060 }), 'request_expired'],
    [
      'from the future',
      () => sign(post(), { created: 4_000_000_000, expires: 4_000_000_060 }),
      'request_not_yet_valid',
    ],
    ['good for too long', () => sign(post(), { ttlSeconds: 301 }), 'validity_too_long'],
    [
      'with high s',
      () =>
        sign(
          post(),
          {},
          { ...signer(), signMessage: async (raw) => highS(await alice.signMessage({ message: { raw } })) },
        ),
      'bad_signature',
    ],
  ])('a request %s is refused', async (_name, make, code) => {
    expect(await refusal(verify(await make()))).toMatchObject({ code: 'unauthenticated', ...challenge(code) })
  })

  test('malformed fields are 400, never more', async () => {
    const inputs = [
      'eth',
      'eth=',
      'eth=()',
      'eth=("@path")',
      'eth=("@nothing");created=1;expires=2;keyid="erc8128:1:0x"',
      `eth=${'"'.repeat(3000)}`,
      `eth=${'a'.repeat(5000)}`,
    ]
    for (const input of inputs) {
      const request = post()
      request.headers.set('signature-input', input)
      request.headers.set('signature', 'eth=:AAAA:')
      expect((await refusal(verify(request))).code).toMatch(/^(invalid_request|unauthenticated)$/)
    }
    const now = Math.floor(Date.now() / 1000)
    for (const component of ['@nothing', 'no header', 'x-absent']) {
      const request = post(`${ORIGIN}/x`, null)
      const list = `("@authority" "@method" "@path" "x-siwa-receipt" "${component}")`
      request.headers.set(
        'signature-input',
        `eth=${list};created=${now};expires=${now + 9};nonce="a";keyid="erc8128:31337:${alice.address}"`,
      )
      request.headers.set('signature', 'eth=:AAAA:')
      expect(await refusal(verify(request, null))).toMatchObject({ code: 'invalid_request' })
    }
  })

  test('an outage of the node or the store is not a bad signature', async () => {
    await expect(verify(await sign(), body, { ...rules(), signerOf: failing })).rejects.toThrow('no node')
    const nonces = { ...memoryNonces(), consume: failing }
    await expect(verify(await sign(), body, { ...rules(), nonces })).rejects.toThrow('no node')
  })

  test('a bad signature does not use up the nonce', async () => {
    const own = rules()
    const signed = await sign(post(), { nonce: 'once' })
    const wrong: Hex = await mallory.signMessage({ message: 'x' })
    const forged = new Request(signed.clone(), {
      headers: {
        ...Object.fromEntries(signed.headers),
        signature: `eth=:${Buffer.from(wrong.slice(2), 'hex').toString('base64')}:`,
      },
    })
    expect(await refusal(verify(forged, body, own))).toMatchObject(challenge('bad_signature'))
    await verify(signed, body, own)
  })
})
