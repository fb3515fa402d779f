import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { isSignedBy } from '../../shared/auth/signature.ts'
import { createSealer } from '../../shared/auth/seal.ts'
import { verifySiwe } from '../../shared/auth/siwe.ts'
import { alice, emptyChain, highS, mallory, ORIGIN, OTHER_SECRET, refusal, signInRules } from './support.ts'

const rules = signInRules('siwe')
const base = {
  address: alice.address,
  chainId: 31337,
  domain: 'api.example.com',
  uri: `${ORIGIN}/sign-in`,
  version: '1',
} as const
type Fields = Partial<Parameters<typeof createSiweMessage>[0]>

const nonce = () => rules.sealer.seal(rules.now)
const write = async (fields: Fields = {}) =>
  createSiweMessage({ ...base, nonce: await nonce(), issuedAt: new Date(rules.now), ...fields })
const signIn = async (message: string, account = alice, own = rules) =>
  verifySiwe(message, await account.signMessage({ message }), own)

describe('happy', () => {
  test('an account signs in without any node', async () => {
    expect(await signIn(await write())).toBe(alice.address)
  })

  test('every optional field is understood', async () => {
    const message = await write({
      scheme: 'https',
      statement: 'URI: https://evil.example is only my statement',
      expirationTime: new Date(rules.now + 60_000),
      notBefore: new Date(rules.now - 60_000),
      requestId: 'abc',
      resources: ['https://api.example.com/a', 'ipfs://b'],
    })
    expect(await signIn(message)).toBe(alice.address)
  })

  test('times may have any RFC 3339 spelling', async () => {
    const message = await write()
    const plain = new Date(rules.now).toISOString()
    const offset = new Date(rules.now + 7_200_000).toISOString().replace('Z', '+02:00')
    expect(await signIn(message.replace(plain, offset))).toBe(alice.address)
    expect(await signIn((await write()).replace(plain, plain.replace('Z', '456Z')))).toBe(alice.address)
  })
})

describe('error', () => {
  test.each<[string, Fields, string]>([
    ['another chain', { chainId: 1 }, 'unsupported_chain'],
    ['another domain', { domain: 'evil.example' }, 'domain_mismatch'],
    ['a URI of another host', { uri: 'https://evil.example/' }, 'domain_mismatch'],
    ['a URI of the same host over http', { uri: 'http://api.example.com/' }, 'domain_mismatch'],
    ['another scheme', { scheme: 'http' }, 'domain_mismatch'],
    ['an old message', { issuedAt: new Date(rules.now - 901_000) }, 'message_expired'],
    ['a message from the future', { issuedAt: new Date(rules.now + 61_000) }, 'message_not_yet_valid'],
    ['an expired message', { expirationTime: new Date(rules.now) }, 'message_expired'],
    ['a message for later', { notBefore: new Date(rules.now + 1000) }, 'message_not_yet_valid'],
    ['a nonce made up', { nonce: 'abcdefgh12345678' }, 'invalid_nonce'],
  ])('%s is refused', async (_name, fields, code) => {
    expect(await refusal(signIn(await write(fields)))).toMatchObject({ code })
  })

  test('an expired nonce is refused though the message is fresh', async () => {
    const message = await write({ nonce: await rules.sealer.seal(rules.now - 901_000) })
    expect(await refusal(signIn(message))).toEqual({
      code: 'invalid_nonce',
      detail: 'the nonce has expired',
      headers: {},
    })
  })

  test.each([
    ['nothing', () => ''],
    ['another text', () => 'sign in please'],
    ['another version', (m: string) => m.replace('Version: 1', 'Version: 2')],
    ['an address in lower case', (m: string) => m.replace(alice.address, alice.address.toLowerCase())],
    ['a tail', (m: string) => `${m}\nResources:\n- https://api.example.com\nmore`],
    ['a doubled field', (m: string) => m.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['no such day', (m: string) => m.replace(/Issued At: .*/, 'Issued At: 2026-13-40T00:00:00Z')],
    ['a time in words', (m: string) => m.replace(/Issued At: .*/, 'Issued At: yesterday')],
    ['Windows line ends', (m: string) => m.replaceAll('\n', '\r\n')],
  ])('%s is no EIP-4361 message', async (_name, change) => {
    expect(await refusal(signIn(change(await write())))).toMatchObject({ code: 'invalid_message' })
  })
})

describe('security', () => {
  test('a nonce is used once', async () => {
    const message = await write()
    await signIn(message)
    expect(await refusal(signIn(message))).toMatchObject({ code: 'invalid_nonce', detail: 'the nonce has been used' })
  })

  test('of 20 uses at once exactly one wins', async () => {
    const message = await write()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(message)))
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
  })

  test('a bad signature does not use up the nonce', async () => {
    const own = { ...rules, isSigned: (signed: Parameters<typeof isSignedBy>[0]) => isSignedBy(signed, emptyChain) }
    const message = await write()
    expect(await refusal(signIn(message, mallory, own))).toMatchObject({ code: 'invalid_signature' })
    expect(await signIn(message)).toBe(alice.address)
  })

  test('a nonce sealed with another secret or for another purpose is a forgery', async () => {
    const other = createSealer({ secrets: [OTHER_SECRET], purpose: 'siwe', ttlSeconds: 900 })
    const siwa = signInRules('siwa').sealer
    for (const forger of [other, siwa]) {
      const message = await write({ nonce: await forger.seal(rules.now) })
      expect(await refusal(signIn(message))).toMatchObject({
        code: 'invalid_nonce',
        detail: 'the nonce was not issued here',
      })
    }
  })

  test('lines that pose as others are refused', async () => {
    const good = await write()
    const lines = `URI: ${base.uri}\nVersion: 1\nChain ID: 31337\nNonce: ${await nonce()}\nIssued At: ${new Date(rules.now).toISOString()}`
    const spoofs = [
      good.replace('\n\n\n', `\n\n${lines}\n\n`),
      good.replace('\n\n\n', `\n\nhello\n${lines}\n\n`),
      `${good}\n${lines}`,
      good.replace('api.example.com wants', 'evil.example\napi.example.com wants'),
      ` ${good}`,
    ]
    for (const spoof of spoofs) expect(await refusal(signIn(spoof))).toMatchObject({ code: 'invalid_message' })
  })

  test('a signature with high s is refused, not asked of the node', async () => {
    const message = await write()
    const signature = highS(await alice.signMessage({ message }))
    expect(await refusal(verifySiwe(message, signature, rules))).toMatchObject({ code: 'invalid_signature' })
  })

  test('a node that does not answer is not a bad signature', async () => {
    const message = await write()
    await expect(signIn(message, mallory)).rejects.toThrow('asked the node')
  })
})
