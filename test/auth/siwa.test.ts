import { createHmac } from 'node:crypto'
import { buildSIWAMessage, signSIWAMessage } from '@buildersgarden/siwa/siwa'
import { createReceipt, verifyReceipt } from '@buildersgarden/siwa/receipt'
import { describe, expect, test } from 'vitest'
import { issueReceipt, openReceipt } from '../../shared/auth/receipt.ts'
import { LIMITED_STATEMENT } from '../../shared/auth/limitedSignIn.ts'
import { agentNonceContext, verifySiwa } from '../../shared/auth/siwa.ts'
import {
  alice,
  hex,
  highS,
  mallory,
  ORIGIN,
  OTHER_SECRET,
  refusal,
  REGISTRY,
  SECRET,
  signInRules,
  siwaSigner,
} from './support.ts'
import { expectBetween } from '../support/expectBetween.ts'

const registry = `eip155:31337:${REGISTRY}`
const owners = new Map([
  [0n, alice.address],
  [1n, mallory.address],
])
const rules = {
  ...signInRules('siwa'),
  identityRegistry: REGISTRY,
  ownerOf: async (agentId: bigint) => owners.get(agentId) ?? null,
} as const
const iso = (offset = 0) => new Date(rules.now + offset).toISOString()
const fields = async (changes = {}) => ({
  domain: 'api.example.com',
  uri: `${ORIGIN}/sign-in`,
  agentId: 0,
  agentRegistry: registry,
  chainId: 31337,
  nonce: await rules.sealer.seal(rules.now, agentNonceContext(0n)),
  issuedAt: iso(),
  ...changes,
})
const signIn = async (changes = {}, account = alice) => {
  const { message, signature } = await signSIWAMessage(await fields(changes), siwaSigner(account))
  return verifySiwa(message, hex(signature), rules)
}
const signText = async (message: string) => verifySiwa(message, await alice.signMessage({ message }), rules)
const agent = { address: alice.address, agentId: 0n, agentRegistry: registry, chainId: 31337 }
const proven = { ...agent, receiptFor: 'key' } as const

const AGENT_LINE = 'message: line 7 must be "Agent ID: " and a decimal integer below 2^53'

describe('message', () => {
  test('an agent signs in with the published client', async () => {
    expect(await signIn()).toEqual({ agent, method: 'key' })
  })

  test('every optional field is understood, and the registry in lower case', async () => {
    const changes = {
      statement: 'Hello',
      expirationTime: iso(60_000),
      notBefore: iso(-60_000),
      requestId: 'r1',
      agentRegistry: registry.toLowerCase(),
    }
    expect(await signIn(changes)).toEqual({ agent, method: 'key' })
  })

  test('the t and z of a time may be in lower case', async () => {
    expect(await signIn({ issuedAt: iso(0).toLowerCase() })).toEqual({ agent, method: 'key' })
  })

  test.each([
    ['another chain', { chainId: 1 }, 'unsupported_chain', 'Chain ID: must be 31337'],
    [
      'another registry',
      { agentRegistry: `eip155:31337:${alice.address}` },
      'invalid_registry',
      'agentRegistry: must be ',
    ],
    ['a registry in another spelling', { agentRegistry: REGISTRY }, 'invalid_registry', 'agentRegistry: must be '],
    [
      'another domain',
      { domain: 'evil.example' },
      'domain_mismatch',
      'message: line 1 must begin with api.example.com, the host of URI, or its origin',
    ],
    ['a URI elsewhere', { uri: 'https://evil.example' }, 'domain_mismatch', 'URI: must begin with an origin'],
    ['a nonce made up', { nonce: 'abcdefgh12345678' }, 'invalid_nonce', 'Nonce: was not issued by this service'],
    ['an old message', { issuedAt: iso(-901_000) }, 'message_expired', 'Issued At: is more than 900 s ago'],
    ['an expired message', { expirationTime: iso(-1) }, 'message_expired', 'Expiration Time: has passed'],
    ['a message for later', { notBefore: iso(60_000) }, 'message_not_yet_valid', 'Not Before: is in the future'],
    [
      'a time in words',
      { issuedAt: 'now' },
      'invalid_message',
      'message: line 11 must be "Issued At: " and an RFC 3339 date-time',
    ],
    ['another version', { version: '2' }, 'invalid_message', 'message: line 6 must be "Version: " and 1'],
    ['a negative agent', { agentId: -1 }, 'invalid_message', AGENT_LINE],
    ['an agent past 2^53', { agentId: 2 ** 53 }, 'invalid_message', AGENT_LINE],
    ['a fraction of an agent', { agentId: 0.5 }, 'invalid_message', AGENT_LINE],
    ['a statement of two lines', { statement: 'a\nAgent ID: 1' }, 'invalid_message', 'message: line 5 must be empty'],
    [
      'a statement that is not ASCII',
      { statement: 'Sign in, pl\u0435ase' },
      'invalid_message',
      'message: the statement must be',
    ],
    [
      'the statement of a limited session',
      { statement: LIMITED_STATEMENT },
      'invalid_message',
      'message: the statement reads like',
    ],
  ])('%s is refused, and the line is named', async (_name, changes, code, detail) => {
    expect(await refusal(signIn(changes))).toMatchObject({ code, detail: expect.stringContaining(detail) })
  })

  test('an agent that nobody registered, and one of another owner, are refused', async () => {
    const nonce = await rules.sealer.seal(rules.now, agentNonceContext(7n))
    expect(await refusal(signIn({ agentId: 7, nonce }))).toMatchObject({ code: 'not_registered' })
    const other = await rules.sealer.seal(rules.now, agentNonceContext(1n))
    expect(await refusal(signIn({ agentId: 1, nonce: other }))).toMatchObject({ code: 'not_owner' })
  })

  test('security: a nonce is used once, and only by the agent that requested it', async () => {
    const nonce = await rules.sealer.seal(rules.now, agentNonceContext(0n))
    await signIn({ nonce })
    expect(await refusal(signIn({ nonce }))).toMatchObject({
      code: 'invalid_nonce',
      detail: expect.stringMatching(/^Nonce: has been used;/),
    })
    const others = await rules.sealer.seal(rules.now, agentNonceContext(1n))
    expect(await refusal(signIn({ nonce: others }))).toMatchObject({ code: 'invalid_nonce' })
  })

  test('security: missing, doubled and trailing fields are refused', async () => {
    const message = buildSIWAMessage({ ...(await fields()), address: alice.address })
    const spoofs: [spoof: string, line: string][] = [
      [message.replace('Agent ID: 0\n', ''), 'line 7 must be "Agent ID: "'],
      [message.replace('Agent ID: 0', 'Agent ID: 0x'), 'line 7 must be "Agent ID: "'],
      [message.replace('Agent ID: 0', 'Agent ID: 00'), 'line 7 must be "Agent ID: "'],
      [message.replace('Agent ID: 0', 'Agent ID: 1\nAgent ID: 0'), 'line 8 must be "Agent Registry: "'],
      [message.replace('Chain ID', 'Statement: x\nChain ID'), 'line 9 must be "Chain ID: "'],
      [
        message.replace(
          alice.address,
          alice.address.replace(/[A-F]/, (c) => c.toLowerCase()),
        ),
        'line 2 must be',
      ],
      [`${message}\nAgent ID: 0`, 'line 12 must be absent'],
      [`evil\n${message}`, 'line 1 must be "<domain> wants you to sign in with your Agent account:"'],
      ['nothing', 'line 1 must be'],
    ]
    for (const [spoof, line] of spoofs)
      expect(await refusal(signText(spoof))).toMatchObject({
        code: 'invalid_message',
        detail: expect.stringContaining(`message: ${line}`),
      })
  })

  test('security: a signature with high s is refused', async () => {
    const message = buildSIWAMessage({ ...(await fields()), address: alice.address })
    expect(await refusal(verifySiwa(message, highS(await alice.signMessage({ message })), rules))).toMatchObject({
      code: 'invalid_signature',
    })
  })
})

describe('receipt', () => {
  const scope = { chainId: 31337, identityRegistry: REGISTRY } as const

  test('opens to the agent, for half an hour, also with the published verifier', () => {
    const began = Date.now()
    const { receipt, expiresAt } = issueReceipt(proven, SECRET)
    expect(openReceipt(receipt, [SECRET], scope)).toEqual({
      ...proven,
      expiresAt: Math.floor(Date.parse(expiresAt) / 1000),
    })
    expect(verifyReceipt(receipt, SECRET)).toMatchObject({ agentId: 0, verified: 'onchain' })
    expectBetween(Date.parse(expiresAt) - 1_800_000, began)
  })

  test('says whether a key or a contract signed', () => {
    const { receipt } = issueReceipt({ ...agent, receiptFor: 'contract' }, SECRET)
    expect(openReceipt(receipt, [SECRET], scope)).toMatchObject({ ...agent, receiptFor: 'contract' })
    expect(verifyReceipt(receipt, SECRET)).toMatchObject({ signerType: 'sca' })
  })

  test('security: one that does not say so, from before, does not open', () => {
    const { receipt } = createReceipt({ ...agent, agentId: 0, verified: 'onchain' }, { secret: SECRET, ttl: 60_000 })
    expect(verifyReceipt(receipt, SECRET)).not.toBeNull()
    expect(openReceipt(receipt, [SECRET], scope)).toBeNull()
  })

  test('rotation: one of the previous secret still opens', () => {
    expect(openReceipt(issueReceipt(proven, SECRET).receipt, [OTHER_SECRET, SECRET], scope)).toMatchObject(proven)
  })

  test.each(['null', '5', '"text"', 'true', '[]', '[null]', '{}', '{"exp":9e15}', 'no JSON', ''])(
    'security: a payload that the secret signed but that is no receipt, %s, does not open',
    (payload) => {
      expect(openReceipt(signedPayload(payload), [SECRET], scope)).toBeNull()
      expect(openReceipt(signedPayload(payload), [OTHER_SECRET, SECRET], scope)).toBeNull()
    },
  )

  test('security: another secret, chain, registry, an expired and a mangled one do not open', () => {
    const { receipt } = issueReceipt(proven, SECRET)
    expect(openReceipt(receipt, [OTHER_SECRET], scope)).toBeNull()
    expect(openReceipt(receipt, [SECRET], { ...scope, chainId: 1 })).toBeNull()
    expect(openReceipt(receipt, [SECRET], { ...scope, identityRegistry: alice.address })).toBeNull()
    const old = createReceipt(
      { ...agent, agentId: 0, verified: 'onchain', signerType: 'eoa' },
      { secret: SECRET, ttl: -1 },
    )
    expect(openReceipt(old.receipt, [SECRET], scope)).toBeNull()
    const [data, mac = ''] = receipt.split('.')
    const forged = btoa(JSON.stringify({ ...agent, agentId: 1, signerType: 'eoa', iat: 0, exp: 9e15 })).replaceAll(
      '=',
      '',
    )
    for (const text of [
      '',
      '.',
      'a.b',
      `${data}.`,
      `${forged}.${mac}`,
      `${data}.${'é'.repeat(mac.length)}`,
      `${receipt}, ${receipt}`,
    ]) {
      expect(openReceipt(text, [SECRET], scope)).toBeNull()
    }
  })
})

/** The holder of the secret can sign anything: a text as a receipt’s payload, with its true HMAC. */
function signedPayload(text: string): string {
  const data = Buffer.from(text).toString('base64url')
  return `${data}.${createHmac('sha256', SECRET).update(data).digest('base64url')}`
}
