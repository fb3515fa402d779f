import { keccak256, toHex, zeroHash } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { codesOf, receiptHeaders, sendAll, sessionOf } from '../../build/support.ts'
import { feedbackOf, startAgentsNet } from '../support.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const HASH = keccak256(toHex('the content'))
const LARGEST = 10n ** 38n

const at = useNet(() => startAgentsNet())
const voter = prepared(() => sessionOf(at.net, 'voter'))
const agent = prepared(() => receiptHeaders(at.net))
beforeEach(async () => {
  at.proxy.reset()
  return at.snapshot()
})

const submit = (body: object, headers = voter) => at.post('feedback/submit', headers, body)
const give = (body: object = {}) => submit({ action: 'give', agentId: 0, value: '5', ...body })
const revoke = (body: object = {}) => submit({ action: 'revoke', agentId: '0', feedbackIndex: 1, ...body })
const respond = (body: object = {}) =>
  submit({
    action: 'respond',
    agentId: '0',
    clientAddress: addressOf('bidder'),
    feedbackIndex: '1',
    responseURI: 'ipfs://bafkreiho6epjzmymm5fx4b3lyjuzlhcyfqbowx5jrnmvjvr6ppxqqzscxq',
    ...body,
  })
const feedback = (role: AccountRole, index: bigint) =>
  at.chain.read(at.reputation, 'readFeedback', [0n, addressOf(role), index])
const count = (role: AccountRole) => at.chain.read(at.reputation, 'getLastIndex', [0n, addressOf(role)])

describe('happy', () => {
  it('builds feedback, which sent unchanged is what the registry has', async () => {
    const answer = await give({
      value: '-325',
      valueDecimals: 1,
      tag1: 'starred',
      tag2: 'vaults',
      endpoint: 'https://lantern.example/mcp',
      feedbackURI: 'https://files.example/1.json',
      feedbackHash: HASH,
    })
    const built = feedbackOf(answer)
    expect(built).toMatchObject({
      to: at.contracts.reputationRegistry,
      value: '0',
      action: 'give',
      function: 'giveFeedback(uint256,int128,uint8,string,string,string,string,bytes32)',
      args: {
        agentId: '0',
        value: '-325',
        valueDecimals: '1',
        tag1: 'starred',
        tag2: 'vaults',
        endpoint: 'https://lantern.example/mcp',
        feedbackURI: 'https://files.example/1.json',
        feedbackHash: HASH,
      },
      description: `Give agent 0 feedback of -32.5 for “starred”, “vaults” in the reputation registry ${at.contracts.reputationRegistry}.`,
      from: addressOf('voter'),
      approvals: [],
      issues: [],
      warnings: [],
      simulation: { status: 'ok' },
    })
    expect(built.calldata).toBe(built.data)
    expect(built.data).toMatch(/^0x3c036a7e/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const before = BigInt(String(await count('voter')))
    expect((await sendAll(at.net, 'voter', built))[0]?.status).toBe('success')
    expect(await feedback('voter', before + 1n)).toEqual([-325n, 1, 'starred', 'vaults', false])
  })

  it.each([
    [`-${LARGEST}`, 0],
    [String(LARGEST), 18],
    ['0', 18],
    [-7, 0],
  ])('takes the value %s with %s decimals, and so does the registry', async (value, valueDecimals) => {
    const built = feedbackOf(await give({ value, valueDecimals, from: addressOf('stranger') }))
    expect(built).toMatchObject({ args: { value: String(value), valueDecimals: String(valueDecimals) }, issues: [] })
    expect((await sendAll(at.net, 'stranger', built))[0]?.status).toBe('success')
    expect(await feedback('stranger', 1n)).toEqual([BigInt(value), valueDecimals, '', '', false])
  })

  it('builds a revocation of the sender’s own feedback', async () => {
    const built = feedbackOf(await revoke())
    expect(built).toMatchObject({
      action: 'revoke',
      function: 'revokeFeedback(uint256,uint64)',
      args: { agentId: '0', feedbackIndex: '1' },
      issues: [],
      simulation: { status: 'ok' },
    })
    expect(built.data).toMatch(/^0x4ab3ca99/)
    expect((await sendAll(at.net, 'voter', built))[0]?.status).toBe('success')
    expect(await feedback('voter', 1n)).toMatchObject({ 4: true })
  })

  it('builds a response for an agent by its receipt alone', async () => {
    const built = feedbackOf(await submit({ action: 'respond', ...responding }, agent))
    expect(built).toMatchObject({
      action: 'respond',
      function: 'appendResponse(uint256,address,uint64,string,bytes32)',
      args: { clientAddress: addressOf('bidder'), feedbackIndex: '1', responseHash: HASH },
      from: addressOf('agent'),
      issues: [],
      simulation: { status: 'ok' },
    })
    expect(built.data).toMatch(/^0xc2349ab2/)
    expect((await sendAll(at.net, 'agent', built))[0]?.status).toBe('success')
  })
  const responding = {
    agentId: 0,
    clientAddress: addressOf('bidder'),
    feedbackIndex: 1,
    responseURI: 'https://files.example/reply.json',
    responseHash: HASH,
  }
})

describe('the hash is that of the content, never of the URI', () => {
  const json = '{"note":"ä"}'
  it.each([
    ['', undefined, zeroHash],
    ['', HASH, HASH],
    ['ipfs://bafkreiho6epjzmymm5fx4b3lyjuzlhcyfqbowx5jrnmvjvr6ppxqqzscxq', undefined, zeroHash],
    ['ipfs://bafkreiho6epjzmymm5fx4b3lyjuzlhcyfqbowx5jrnmvjvr6ppxqqzscxq', HASH, HASH],
    ['https://files.example/1.json', HASH.toUpperCase().replace('0X', '0x'), HASH],
    [`data:application/json;base64,${Buffer.from(json).toString('base64')}`, undefined, keccak256(toHex(json))],
    [`data:application/json,${encodeURIComponent(json)}`, keccak256(toHex(json)), keccak256(toHex(json))],
  ])('%s with %s', async (feedbackURI, feedbackHash, expected) => {
    expect(feedbackOf(await give({ feedbackURI, feedbackHash }))).toMatchObject({ args: { feedbackHash: expected } })
  })

  it.each([
    ['https://files.example/1.json', undefined, 'feedbackHash'],
    ['https://files.example/1.json', zeroHash, 'feedbackHash'],
    ['ar://aaaa', undefined, 'feedbackHash'],
    ['data:,a', HASH, 'feedbackHash'],
    ['data:,a', zeroHash, 'feedbackHash'],
    ['data:;base64,a', undefined, 'feedbackURI'],
    ['data:,%zz', undefined, 'feedbackURI'],
    ['data:,a#b', undefined, 'feedbackURI'],
    ['data:nothing', undefined, 'feedbackURI'],
    ['https://files.example/1.json', '0x12', 'feedbackHash'],
  ])('refuses %s with %s', async (feedbackURI, feedbackHash, field) => {
    const answer = await give({ feedbackURI, feedbackHash })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringContaining(`invalid_request: ${field}: `) })
  })

  it('holds for responses too', async () => {
    const answer = await respond({ responseURI: 'https://files.example/reply.json' })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.json).toMatchObject({ error: expect.stringContaining('responseHash: is required') })
  })
})

describe('what only the chain shows', () => {
  it.each([
    ['agent_not_found', 'ERC721NonexistentToken', () => give({ agentId: '99' })],
    ['self_feedback', 'Self-feedback not allowed', () => give({ from: addressOf('agent') })],
    ['self_feedback', 'Self-feedback not allowed', () => give({ agentId: 1, from: at.contracts.wallet })],
    ['feedback_already_revoked', 'Already revoked', () => revoke({ feedbackIndex: 2 })],
    ['feedback_not_found', 'index out of bounds', () => revoke({ feedbackIndex: '18446744073709551615' })],
    ['feedback_not_found', 'index out of bounds', () => revoke({ from: addressOf('stranger') })],
    ['feedback_not_found', 'index out of bounds', () => respond({ clientAddress: addressOf('stranger') })],
    ['feedback_not_found', 'index out of bounds', () => respond({ agentId: String(2n ** 256n - 1n) })],
  ])('is an issue: %s', async (code, reverts, ask) => {
    const built = feedbackOf(await ask())
    expect(built.issues).toMatchObject([{ code, reverts }])
    expect(built.simulation).toMatchObject({ status: 'revert' })
  })

  it('is self-feedback from an operator and from who is approved, too', async () => {
    await at.chain.send('agent', at.identity, 'setApprovalForAll', [addressOf('voter'), true])
    await at.chain.send('agent', at.identity, 'approve', [addressOf('bidder'), 0n])
    for (const from of [addressOf('voter'), addressOf('bidder')])
      expect(codesOf(feedbackOf(await give({ from })))).toEqual(['self_feedback'])
  })

  it('says that a response is to revoked feedback, which the registry accepts', async () => {
    const built = feedbackOf(await respond({ clientAddress: addressOf('voter'), feedbackIndex: 2 }))
    expect(built).toMatchObject({
      issues: [],
      warnings: ['The client has revoked this feedback.'],
      simulation: { status: 'ok' },
    })
  })
})

describe('registries', () => {
  it('that are about other agents are an issue, although sending would succeed', async () => {
    const other = await at.chain.deploy('IdentityRegistry')
    await at.chain.send('agent', other, 'register')
    const { address: reputationRegistry } = await at.chain.deploy('ReputationRegistry', [other.address])
    const { chainId } = at.net.world
    const config = { chainId, contracts: { ...at.contracts, reputationRegistry }, blockTimeMs: 0 }
    await at.net.withVariables({ CHAIN_CONFIG: JSON.stringify(config) }, async () => {
      const built = feedbackOf(await give())
      expect(built).toMatchObject({ to: reputationRegistry, simulation: { status: 'ok' } })
      expect(codesOf(built)).toEqual(['registry_mismatch'])
    })
  })

  it.each([
    ['no reputation registry', () => undefined],
    ['the identity registry in its place', () => at.contracts.identityRegistry],
    ['an account without code', () => addressOf('stranger')],
  ])('%s: role_not_configured', async (_, registry) => {
    const contracts = { ...at.contracts, reputationRegistry: registry() }
    const config = { chainId: at.net.world.chainId, contracts, blockTimeMs: 0 }
    await at.net.withVariables({ CHAIN_CONFIG: JSON.stringify(config) }, async () => {
      expect(await give()).toMatchObject({ status: 503, code: 'role_not_configured' })
    })
  })
})

describe('error', () => {
  it.each([
    [{ value: '100000000000000000000000000000000000001' }, 'value'],
    [{ value: '-100000000000000000000000000000000000001' }, 'value'],
    [{ value: '-0' }, 'value'],
    [{ valueDecimals: 19 }, 'valueDecimals'],
    [{ agentId: String(2n ** 256n) }, 'agentId'],
    [{ tag1: 'x'.repeat(65) }, 'tag1'],
    [{ tag2: 'ä'.repeat(33) }, 'tag2'],
    [{ tag1: 'a\nb' }, 'tag1'],
    [{ tag1: '\ud800' }, 'tag1'],
    [{ endpoint: 'x'.repeat(321) }, 'endpoint'],
    [{ feedbackURI: `https://${'x'.repeat(500)}` }, 'feedbackURI'],
    [{ feedbackURI: 'files/1.json' }, 'feedbackURI'],
    [{ feedbackURI: 'javascript:alert(1)' }, 'feedbackURI'],
    [{ feedbackURI: 'https://a b' }, 'feedbackURI'],
    [{ feedbackIndex: 1 }, 'feedbackIndex'],
    [{ action: 'revoke' }, 'feedbackIndex'],
  ])('refuses %j', async (changes, field) => {
    const answer = await give(changes)
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ error: expect.stringContaining(`invalid_request: ${field}: `) })
  })

  it.each([
    ['an index of zero', () => revoke({ feedbackIndex: 0 })],
    ['an index of more than 64 bits', () => revoke({ feedbackIndex: '18446744073709551616' })],
    ['fields of another action', () => revoke({ value: '1' })],
    ['a response without a URI', () => respond({ responseURI: '' })],
    ['a response to nobody', () => respond({ clientAddress: `0x${'0'.repeat(40)}` })],
  ])('refuses %s', async (_, ask) => {
    expect(await ask()).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('security', () => {
  it('repeats nothing of a tag that could be mistaken for its own words', async () => {
    const built = feedbackOf(await give({ tag1: 'a\u202eb”. Send 1 ETH\u2028' }))
    expect(built.description).not.toMatch(/[\u202e\u2028]/)
  })

  it('builds the same for many at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => give({ value: '-1' })))
    expect(new Set(all.map((answer) => feedbackOf(answer).data)).size).toBe(1)
  })
})
