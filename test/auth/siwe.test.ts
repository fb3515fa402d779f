import { createSiweMessage } from 'viem/siwe'
import { slice } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { isSignedByContract, type Signed } from '../../shared/auth/signature.ts'
import { createSealer } from '../../shared/auth/seal.ts'
import { LIMITED_STATEMENT, nonceContextOf } from '../../shared/auth/limitedSignIn.ts'
import { verifySiwe } from '../../shared/auth/siwe.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { ProvenWallet } from '../../shared/store/accounts.ts'
import {
  alice,
  emptyChain,
  highS,
  mallory,
  memoryNonces,
  ORIGIN,
  OTHER_SECRET,
  proofOf,
  refusal,
  signInRules,
} from './support.ts'

const rules = signInRules('siwe')
const base = {
  address: alice.address,
  chainId: 31337,
  domain: 'api.example.com',
  uri: `${ORIGIN}/sign-in`,
  version: '1',
} as const
/** The result of a sign-in with the key of an account. */
const byKey = ({ address } = alice) => ({
  address,
  origin: { method: 'key', by: address, profileId: null, proofs: [] },
  scope: 'full',
})
type Fields = Partial<Parameters<typeof createSiweMessage>[0]>

const nonce = () => rules.sealer.seal(rules.now)
const write = async (fields: Fields = {}) =>
  createSiweMessage({ ...base, nonce: await nonce(), issuedAt: new Date(rules.now), ...fields })
const writeLimited = async (fields: Fields = {}) =>
  write({
    nonce: await rules.sealer.seal(rules.now, nonceContextOf('limited')),
    statement: LIMITED_STATEMENT,
    ...fields,
  })
const signIn = async (message: string, account = alice, own = rules) =>
  verifySiwe(message, await account.signMessage({ message }), own)

/** Rules of their own nonces, on a chain whose contracts answer so; `contractChecks` are signatures that contracts had to check. */
function onChain(run: () => Promise<`0x${string}` | null>, opened: ProvenWallet[] = []) {
  const contractChecks: Signed[] = []
  const nonces = memoryNonces()
  const isSignedByContractHere = (signed: Signed) => {
    contractChecks.push(signed)
    return isSignedByContract(signed, run)
  }
  const openAccount = async (wallet: ProvenWallet) => opened.push(wallet)
  return { contractChecks, nonces, own: { ...rules, nonces, openAccount, isSignedByContract: isSignedByContractHere } }
}

describe('happy', () => {
  test('an account signs in without any node', async () => {
    expect(await signIn(await write())).toEqual(byKey())
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
    expect(await signIn(message)).toEqual(byKey())
  })

  test('times may have any RFC 3339 spelling', async () => {
    const message = await write()
    const plain = new Date(rules.now).toISOString()
    const offset = new Date(rules.now + 7_200_000).toISOString().replace('Z', '+02:00')
    expect(await signIn(message.replace(plain, offset))).toEqual(byKey())
    for (const spelling of [
      plain.replace('Z', '456Z'),
      plain.toLowerCase(),
      plain.replace('T', 't'),
      plain.replace('Z', 'z'),
    ])
      expect(await signIn((await write()).replace(plain, spelling))).toEqual(byKey())
  })
})

const swapCase = (address: string): string =>
  address.replaceAll(/[a-fA-F]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))

test('an address in lower case, which EIP-4361 allows, is the same wallet', async () => {
  expect(await signIn((await write()).replace(alice.address, alice.address.toLowerCase()))).toEqual(byKey())
})

test('accepts the v of 0 or 1 of hardware wallets; says how to send a compact signature', async () => {
  const message = await write()
  const signature = await alice.signMessage({ message })
  const v = Number.parseInt(signature.slice(-2), 16) - 27
  expect(await verifySiwe(message, `${slice(signature, 0, 64)}0${v}`, rules)).toEqual(byKey())
  const other = await write()
  const compact = slice(await alice.signMessage({ message: other }), 0, 64)
  const { own } = onChain(async () => '0x00')
  expect(await refusal(verifySiwe(other, compact, own))).toMatchObject({
    code: 'invalid_signature',
    detail: expect.stringContaining('expand a compact signature (ERC-2098) to 65 bytes'),
  })
})

test.each([
  [/^api\.example\.com wants/, 'api.example.com wishes', /^message: line 1 must be /],
  [/\n0x\w{40}\n/, '\nalice.eth\n', /^message: line 2 must be the address/],
  [/\n\n\n/, '\n\n', /^message: line 4 must be empty: without a statement two empty lines precede URI$/],
  [/\n\n\n/, '\n\nHello\nthere\n', /^message: line 5 must be empty, after a statement/],
  [/URI: .*/, 'URI: here', /^message: line 5 must be "URI: " and a URI$/],
  [/Version: 1/, 'Version: 2', /^message: line 6 must be "Version: " and 1$/],
  [/\nChain ID: \d+/, '', /^message: line 7 must be "Chain ID: " /],
  [/Nonce: .*/, 'Nonce: x', /^message: line 8 must be "Nonce: " /],
  [
    /Issued At: .*/,
    'Issued At: 2026-11-27 19:24:20',
    /^message: line 9 must be "Issued At: " and an RFC 3339 date-time$/,
  ],
  [/$/, '\nExpiration Time: never', /^message: line 10 must be "Expiration Time: " and an RFC 3339 date-time$/],
  [/$/, '\n', /^message: line 10 must be absent/],
  [/\n/g, '\r\n', /^message: lines must end in LF alone/],
])('error: with %s replaced by %j, the detail names the faulty line', async (part, other, detail) => {
  const nonces = memoryNonces()
  const refused = await refusal(signIn((await write()).replace(part, other), alice, { ...rules, nonces }))
  expect(refused).toMatchObject({ code: 'invalid_message', detail: expect.stringMatching(detail) })
  expect(nonces.used.size).toBe(0)
})

describe('a nonce for a limited session', () => {
  test('limits the session, and nothing else of the message does', async () => {
    expect(await signIn(await writeLimited())).toEqual({ ...byKey(), scope: 'limited' })
  })

  test.each([
    ['no statement', { statement: undefined }],
    ['another statement', { statement: 'Sign in.' }],
    ['one with more to it', { statement: `${LIMITED_STATEMENT} Or not.` }],
    ['one that ends in a space', { statement: `${LIMITED_STATEMENT} ` }],
  ])('error: %s is refused, with the one to write, and the nonce stays', async (_name, fields) => {
    const nonces = memoryNonces()
    const refused = await refusal(signIn(await writeLimited(fields), alice, { ...rules, nonces }))
    expect(refused).toMatchObject({ code: 'invalid_message', detail: expect.stringContaining(LIMITED_STATEMENT) })
    expect(nonces.used.size).toBe(0)
  })

  test('error: one that has expired says so', async () => {
    const nonce = await rules.sealer.seal(rules.now - 901_000, nonceContextOf('limited'))
    expect(await refusal(signIn(await writeLimited({ nonce })))).toMatchObject({
      code: 'invalid_nonce',
      detail: 'Nonce: has expired; request a new nonce and sign again',
    })
  })

  test('security: who reads of a limited session signs for no full one', async () => {
    const nonces = memoryNonces()
    const message = await write({ statement: LIMITED_STATEMENT })
    expect(await refusal(signIn(message, alice, { ...rules, nonces }))).toMatchObject({ code: 'invalid_message' })
    expect(nonces.used.size).toBe(0)
  })

  test.each([
    ['without its full stop', LIMITED_STATEMENT.slice(0, -1)],
    ['with another end', LIMITED_STATEMENT.replace(/\.$/, '!')],
    ['in capitals', LIMITED_STATEMENT.toUpperCase()],
    ['with a capital', LIMITED_STATEMENT.replace('session', 'Session')],
    ['with two blanks', LIMITED_STATEMENT.replace(' ', '  ')],
    ['with a blank at its end', `${LIMITED_STATEMENT} `],
    ['with a blank before its stop', LIMITED_STATEMENT.replace(/\.$/, ' .')],
    ['with a number for a letter', LIMITED_STATEMENT.replace('nothing', 'n0thing')],
    ['in another sentence', `Welcome. ${LIMITED_STATEMENT} Thank you.`],
    ['with a no-break space', LIMITED_STATEMENT.replace(' ', '\u00a0')],
    ['with a full-width letter', LIMITED_STATEMENT.replace('C', '\uff23')],
    ['with a Cyrillic letter', LIMITED_STATEMENT.replace('a', '\u0430')],
    ['with a letter that shows nothing', LIMITED_STATEMENT.replace('s', 's\u200b')],
    ['with a typographic apostrophe', LIMITED_STATEMENT.replace("'", '\u2019')],
    ['with a tab', LIMITED_STATEMENT.replace(' ', '\t')],
  ])('security: its statement %s is that of no full session, and the nonce stays', async (_name, statement) => {
    const nonces = memoryNonces()
    const refused = await refusal(signIn(await write({ statement }), alice, { ...rules, nonces }))
    expect(refused).toMatchObject({ code: 'invalid_message', detail: expect.stringContaining('statement') })
    expect(nonces.used.size).toBe(0)
  })

  test('security: one sealed for anything else is a forgery', async () => {
    const nonce = await rules.sealer.seal(rules.now, 'limitedd')
    for (const message of [await write({ nonce }), await writeLimited({ nonce })])
      expect(await refusal(signIn(message))).toMatchObject({ code: 'invalid_nonce' })
  })

  test('concurrency: of 20 uses at once exactly one wins', async () => {
    const message = await writeLimited()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(message)))
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
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
    ['a statement that is not ASCII', { statement: 'Sign in, s\u2019il te plaît' }, 'invalid_message'],
  ])('%s is refused', async (_name, fields, code) => {
    expect(await refusal(signIn(await write(fields)))).toMatchObject({ code })
  })

  test('an expired nonce is refused though the message is fresh', async () => {
    const message = await write({ nonce: await rules.sealer.seal(rules.now - 901_000) })
    expect(await refusal(signIn(message))).toMatchObject({
      code: 'invalid_nonce',
      detail: 'Nonce: has expired; request a new nonce and sign again',
    })
  })

  test.each([
    ['nothing', () => ''],
    ['another text', () => 'sign in please'],
    ['another version', (m: string) => m.replace('Version: 1', 'Version: 2')],
    ['an address with a wrong checksum', (m: string) => m.replace(alice.address, swapCase(alice.address))],
    ['an expiration in words', (m: string) => `${m}\nExpiration Time: never`],
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
    expect(await refusal(signIn(message))).toMatchObject({
      code: 'invalid_nonce',
      detail: 'Nonce: has been used; request a new nonce and sign again',
    })
  })

  test('of 20 uses at once exactly one wins', async () => {
    const message = await write()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(message)))
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
  })

  test('a signature that only a contract could have made is checked by one once, and uses up the nonce', async () => {
    const { own, contractChecks, nonces } = onChain(emptyChain)
    const message = await write()
    expect(await refusal(signIn(message, mallory, own))).toMatchObject({ code: 'invalid_signature' })
    for (const account of [mallory, alice])
      expect(await refusal(signIn(message, account, own))).toMatchObject({ code: 'invalid_nonce' })
    expect([contractChecks.length, nonces.used.size]).toEqual([1, 1])
  })

  test('of 20 such at once one reaches the contract', async () => {
    const { own, contractChecks } = onChain(async () => '0x01')
    const message = await write()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(message, mallory, own)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(contractChecks).toHaveLength(1)
  })

  test('whom the budget of such sign-ins refuses keeps the nonce', async () => {
    const { own, contractChecks, nonces } = onChain(emptyChain)
    const full = { ...own, admitContract: () => Promise.reject(new ApiError('rate_limited')) }
    expect(await refusal(signIn(await write(), mallory, full))).toMatchObject({ code: 'rate_limited' })
    expect([contractChecks.length, nonces.used.size]).toEqual([0, 0])
  })

  test('a nonce sealed with another secret or for another purpose is a forgery', async () => {
    const other = createSealer({ secrets: [OTHER_SECRET], purpose: 'siwe', ttlSeconds: 900 })
    const siwa = signInRules('siwa').sealer
    for (const forger of [other, siwa]) {
      const message = await write({ nonce: await forger.seal(rules.now) })
      expect(await refusal(signIn(message))).toMatchObject({
        code: 'invalid_nonce',
        detail: expect.stringMatching(/^Nonce: was not issued by this service/),
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

  test('a signature with high s is refused without a request to the node', async () => {
    const message = await write()
    const signature = highS(await alice.signMessage({ message }))
    expect(await refusal(verifySiwe(message, signature, rules))).toMatchObject({ code: 'invalid_signature' })
  })

  test('a node that does not answer is not a bad signature', async () => {
    const message = await write()
    await expect(signIn(message, mallory)).rejects.toThrow('asked the node')
  })

  test.each(['0x', `0x${'ab'.repeat(4096)}`] as const)('a signature of %s is looked at', async (signature) => {
    const { own } = onChain(emptyChain)
    expect(await refusal(verifySiwe(await write(), signature, own))).toMatchObject({ code: 'invalid_signature' })
  })

  test('one that is longer is not, and leaves the nonce', async () => {
    const { own, contractChecks, nonces } = onChain(emptyChain)
    const long = verifySiwe(await write(), `0x${'ab'.repeat(4097)}`, own)
    expect(await refusal(long)).toMatchObject({ code: 'invalid_request' })
    expect([contractChecks.length, nonces.used.size]).toEqual([0, 0])
  })
})

describe('the account', () => {
  test('is opened for the signer: of an owner, or of a smart wallet where a contract decided', async () => {
    const opened: ProvenWallet[] = []
    const openAccount = async (wallet: ProvenWallet) => opened.push(wallet)
    const { own, contractChecks } = onChain(async () => '0x01')
    expect(await signIn(await write(), alice, { ...rules, openAccount })).toEqual(byKey())
    const byContract = await signIn(await write(), mallory, { ...own, openAccount })
    const [proof] = contractChecks.map(proofOf)
    expect(opened).toEqual([
      { address: alice.address, kind: 'owner' },
      { address: alice.address, kind: 'smart', proof, signers: [] },
    ])
    expect(byContract).toEqual({
      address: alice.address,
      origin: { method: 'contract', by: alice.address, profileId: null, proofs: [proof] },
      scope: 'full',
    })
  })

  test('is opened for nobody by a limited sign-in', async () => {
    const opened: ProvenWallet[] = []
    const { own } = onChain(async () => '0x01', opened)
    for (const account of [alice, mallory])
      expect(await signIn(await writeLimited(), account, own)).toMatchObject({ scope: 'limited' })
    expect(opened).toEqual([])
  })

  test('is opened for nobody whose proof cannot be read: that is an outage', async () => {
    const opened: ProvenWallet[] = []
    const { own } = onChain(async () => '0x01', opened)
    const down = { ...own, readProof: () => Promise.reject(new ApiError('upstream_failed')) }
    expect(await refusal(signIn(await write(), mallory, down))).toMatchObject({ code: 'upstream_failed' })
    expect(opened).toEqual([])
  })

  test('is opened for nobody who has not signed', async () => {
    const opened: ProvenWallet[] = []
    const { own } = onChain(emptyChain, opened)
    await refusal(signIn(await write(), mallory, own))
    const message = await write()
    await refusal(verifySiwe(message, highS(await alice.signMessage({ message })), own))
    expect(opened).toEqual([])
  })

  test('that cannot be stored is an outage, which leaves the nonce of an owner', async () => {
    const nonces = memoryNonces()
    const down = { ...rules, nonces, openAccount: () => Promise.reject(new ApiError('store_unavailable')) }
    const message = await write()
    expect(await refusal(signIn(message, alice, down))).toMatchObject({ code: 'store_unavailable' })
    expect(await signIn(message, alice, { ...rules, nonces })).toEqual(byKey())
  })
})

describe('origins', () => {
  const own = { ...rules, origins: new Set([ORIGIN, `${ORIGIN}:8443`, 'http://localhost:8787']) }
  /** Written by hand: libraries refuse to write some of these. */
  const of = async ({ uri, domain = base.domain, scheme }: { uri: string; domain?: string; scheme?: string }) => {
    const message = (await write())
      .replace(`URI: ${base.uri}`, () => `URI: ${uri}`)
      .replace(base.domain, () => (scheme === undefined ? domain : `${scheme}://${domain}`))
    return signIn(message, alice, own)
  }

  test.each([
    { uri: ORIGIN },
    { uri: `${ORIGIN}/` },
    { uri: `${ORIGIN}/a/../b?c=@evil.example` },
    { uri: `${ORIGIN}?next=https://evil.example` },
    { uri: `${ORIGIN}#user@evil.example` },
    { uri: `${ORIGIN}:8443/sign-in`, domain: 'api.example.com:8443' },
    { uri: 'http://localhost:8787/', domain: 'localhost:8787', scheme: 'http' },
  ])('%o is of an origin', async (fields) => {
    expect(await of(fields)).toEqual(byKey())
  })

  test.each([
    { uri: 'https://api.example.com@evil.example/' },
    { uri: 'https://api.example.com@evil.example/', domain: 'evil.example' },
    { uri: 'https://api.example.com:x@evil.example/' },
    { uri: 'https://user@api.example.com/' },
    { uri: 'https://user:pass@api.example.com/' },
    { uri: 'https://@api.example.com/' },
    { uri: 'https://:@api.example.com/' },
    { uri: 'https://evil.example@api.example.com/' },
    { uri: 'https://evil.example%40api.example.com/' },
    { uri: 'https://user@api.example.com/', domain: 'user@api.example.com' },
    { uri: `${ORIGIN}/`, domain: 'user@api.example.com' },
    { uri: `${ORIGIN}/`, domain: 'api.example.com@evil.example' },
    { uri: 'https://api.example.com.evil.example/' },
    { uri: 'https://api.example.comevil/' },
    { uri: 'https://api.example.com./' },
    { uri: `${ORIGIN}/`, domain: 'api.example.com.' },
    { uri: 'https://API.example.com/' },
    { uri: 'HTTPS://api.example.com/' },
    { uri: `${ORIGIN}/`, domain: 'API.example.com' },
    { uri: 'https://api.example.com:443/' },
    { uri: `${ORIGIN}/`, domain: 'api.example.com:443' },
    { uri: `${ORIGIN}/`, domain: 'api.example.com:8443' },
    { uri: `${ORIGIN}:8443/` },
    { uri: `${ORIGIN}:84430/`, domain: 'api.example.com:8443' },
    { uri: 'https://xn--pi-7fa.example.com/' },
    { uri: 'https://%61pi.example.com/' },
    { uri: 'https:/api.example.com/' },
    { uri: 'https:api.example.com/' },
    { uri: 'https:///api.example.com/' },
    { uri: '//api.example.com/' },
    { uri: 'http://api.example.com/' },
    { uri: 'ftp://api.example.com/' },
    { uri: 'blob:https://api.example.com/0' },
    { uri: 'data:text/plain,https://api.example.com/' },
    { uri: 'https://[::ffff:127.0.0.1]/' },
    { uri: 'http://localhost:8787/', domain: 'localhost:8787', scheme: 'https' },
    { uri: 'http://127.0.0.1:8787/', domain: '127.0.0.1:8787' },
    { uri: 'https://\u0430pi.example.com/' },
    { uri: 'https://api\u3002example.com/' },
    { uri: 'https://\uff41pi.example.com/' },
    { uri: 'https://api.exa\u00admple.com/' },
    { uri: 'https:\\\\api.example.com/' },
    { uri: `${ORIGIN}\\@evil.example/` },
    { uri: `${ORIGIN}\t@evil.example/` },
    { uri: 'https://api.\texample.com/' },
    { uri: ` ${ORIGIN}/` },
  ])('security: %o is of none', async (fields) => {
    expect(['domain_mismatch', 'invalid_message']).toContain((await refusal(of(fields))).code)
  })
})
