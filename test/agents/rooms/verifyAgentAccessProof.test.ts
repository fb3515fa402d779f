import { encodeFunctionData, getAddress, serializeErc6492Signature, type Address, type Hex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { VerifiedAccess } from '../../../schema/agents/roomAnswers.ts'
import { proofContext, proofText } from '../../../functions/agents/rooms/membership/accessProof.ts'
import { createSealer } from '../../../shared/auth/seal.ts'
import { accountOf, bearer, dataOf, signIn } from '../../account/support.ts'
import { inGroups } from '../../chatapp/startChatappNet.ts'
import { soak } from '../../support/soak.ts'
import { CHATAPP, MSGNET, startRoomNet, type Proof } from './startRoomNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

/** A contract wallet of `owner` that is deployed, and one that is not yet. */
let deployed: Address
let counterfactual: Address
const net = useNet(() => startRoomNet())
beforeAll(async () => {
  deployed = net.world.contracts.wallet
  const factory = net.contract('walletFactory')
  counterfactual = getAddress(String(await net.chain.read(factory, 'getWalletAddress', [addressOf('owner'), 7n])))
  await net.addAccount(
    'profile-owner',
    { address: deployed, kind: 'smart' },
    { address: addressOf('owner'), kind: 'owner' },
  )
  for (const wallet of [deployed, counterfactual]) await net.move('bidder', wallet, 5n * 10n ** 18n)
  await net.indexed()
})
const agent = prepared(() => net.signedIn('agent'))
const stranger = prepared(() => net.signedIn('stranger'))
const owner = prepared(() => net.signedIn('owner'))

const sign = (proof: Proof, role: 'agent' | 'owner' | 'stranger' = 'agent') => net.sign(accountOf(net, role), proof)
const mine = (roomKey = MSGNET, more: object = {}) => net.proof(addressOf('agent'), roomKey, agent, more)
const verified = async (body: object, headers = agent) => dataOf(await net.verify(body, headers), VerifiedAccess)
const refused = async (body: object, headers = agent) => {
  const { status, code } = await net.verify(body, headers)
  return [status, code]
}
const tokens = () => net.d1.prepare('select count(*) n from room_tokens').first<number>('n')

describe('happy', () => {
  test('a signed text gets a token for its wallet and room', async () => {
    const proofRequest = await mine()
    const answer = await verified({ proofRequest, signature: await sign(proofRequest) })
    const { shareToken } = net.world.contracts
    expect(answer).toMatchObject({
      proofVerified: true,
      signer: addressOf('agent'),
      recoveredSigner: addressOf('agent'),
      membership: { roomKey: MSGNET, qualified: true },
      roomAccess: {
        sub: addressOf('agent'),
        shareToken,
        roomKey: MSGNET,
        tokenType: 'bearer',
        capabilities: ['join', 'read', 'write', 'react', 'view-members'],
      },
    })
    const { issuedAt, expiresAt, jti } = answer.roomAccess
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(1_800_000)
    expect(await net.d1.prepare('select wallet from room_tokens where jti = ?').bind(jti).first('wallet')).toBe(
      addressOf('agent').toLowerCase(),
    )
  })

  test('so do signed typed data, for as long as requested', async () => {
    const proofRequest = await mine(CHATAPP)
    const { domain, types, primaryType, message } = proofRequest.typedData
    const { EIP712Domain: _, ...own } = types
    const signature = await accountOf(net, 'agent').signTypedData({ domain, types: own, primaryType, message })
    const body = { proofRequest, signature, signatureType: 'eip712', signer: addressOf('agent'), tokenTtlMs: 900_000 }
    const { issuedAt, expiresAt } = (await verified(body)).roomAccess
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(900_000)
  })

  test('so does a contract wallet (ERC-1271), whose owner signs', async () => {
    const proofRequest = await net.proof(deployed, CHATAPP, owner)
    const signature = await sign(proofRequest, 'owner')
    const answer = await verified({ proofRequest, signature, signer: addressOf('owner') }, owner)
    expect(answer).toMatchObject({ signer: deployed, recoveredSigner: null, roomAccess: { sub: deployed } })
  })

  test('so does one that is not deployed yet (ERC-6492), and signed in so', async () => {
    const factory = net.contract('walletFactory')
    const data = encodeFunctionData({ ...factory, functionName: 'createWallet', args: [addressOf('owner'), 7n] })
    const wrap = (signature: Hex) => serializeErc6492Signature({ address: factory.address, data, signature })
    const signMessage = async (given: { message: string }) => wrap(await accountOf(net, 'owner').signMessage(given))
    const own = bearer((await signIn(net.api, { address: counterfactual, signMessage })).token)
    const proofRequest = await net.proof(counterfactual, CHATAPP, own)
    const wrong = { proofRequest, signature: wrap(await sign(proofRequest, 'stranger')) }
    expect(await refused(wrong, own)).toEqual([401, 'invalid_signature'])
    const answer = await verified({ proofRequest, signature: wrap(await sign(proofRequest, 'owner')) }, own)
    expect(answer.roomAccess.sub).toBe(counterfactual)
    // Whose key it is says nothing to a session of that key: no contract confirms it.
    const others = await net.request({ wallet: counterfactual, roomKey: CHATAPP }, owner)
    expect(others).toMatchObject({ status: 403, code: 'wallet_authority_mismatch' })
  })
})

describe('error', () => {
  test('a proof is over when it says', async () => {
    const proofRequest = await mine(MSGNET, { nonceTtlMs: 60_000 })
    const signature = await sign(proofRequest)
    await net.aheadBy(61_000)
    try {
      expect(await refused({ proofRequest, signature })).toEqual([400, 'message_expired'])
    } finally {
      await net.aheadBy(0)
    }
    expect((await net.verify({ proofRequest, signature }, agent)).status).toBe(200)
  })

  test.each([
    ['a token of a minute', { tokenTtlMs: 60_000 }],
    ['a token of a day', { tokenTtlMs: 86_400_000 }],
    ['a signature that is too long', { signature: `0x${'00'.repeat(4097)}` }],
    ['another form', { schema: 'something-else' }],
    ['a field that there is not', { more: 1 }],
  ])('refuses %s', async (_, changes) => {
    const proofRequest = await mine()
    const body = { proofRequest, signature: await sign(proofRequest), ...changes }
    expect(await refused(body)).toEqual([400, 'invalid_request'])
  })
})

describe('security', () => {
  test('a proof that was used is worth nothing', async () => {
    const proofRequest = await mine()
    const body = { proofRequest, signature: await sign(proofRequest) }
    await verified(body)
    expect(await refused(body)).toEqual([409, 'nonce_used'])
    expect(await refused({ ...body, tokenTtlMs: 900_000 })).toEqual([409, 'nonce_used'])
  })

  test('nobody uses another’s proof, even with its signature', async () => {
    const proofRequest = await mine()
    const body = { proofRequest, signature: await sign(proofRequest) }
    expect(await refused(body, stranger)).toEqual([403, 'wallet_authority_mismatch'])
    expect((await net.verify(body, agent)).status).toBe(200)
  })

  test('another’s signature is invalid', async () => {
    const proofRequest = await mine()
    const [own, other] = [await sign(proofRequest), await sign(proofRequest, 'stranger')]
    expect(await refused({ proofRequest, signature: other })).toEqual([401, 'invalid_signature'])
    expect(await refused({ proofRequest, signature: `0x${'00'.repeat(65)}` })).toEqual([401, 'invalid_signature'])
    expect(await refused({ proofRequest, signature: own, signatureType: 'eip712' })).toEqual([401, 'invalid_signature'])
    const asOther = { proofRequest, signature: own, signer: addressOf('stranger') }
    expect(await refused(asOther)).toEqual([401, 'invalid_signature'])
  })

  test.each<[string, (proof: Proof) => object]>([
    ['another room', () => ({ roomKey: CHATAPP })],
    ['another share token', () => ({ shareToken: net.world.contracts.shareToken2 })],
    ['a later expiry', ({ expiresAt }) => ({ expiresAt: new Date(Date.parse(expiresAt) + 1000).toISOString() })],
    ['a later issue', ({ issuedAt }) => ({ issuedAt: new Date(Date.parse(issuedAt) + 1000).toISOString() })],
    ['another nonce', ({ nonce }) => ({ nonce: nonce.slice(0, -1) + (nonce.endsWith('0') ? '1' : '0') })],
  ])('a proof that was changed to %s was not issued', async (_, change) => {
    const proof = await mine()
    const { message: _message, ...changed } = { ...proof, ...change(proof) }
    const seconds = (time: string) => Date.parse(time) / 1000
    const text = proofText({
      ...changed,
      issuedAt: seconds(changed.issuedAt),
      expiresAt: seconds(changed.expiresAt),
    })
    const signature = await accountOf(net, 'agent').signMessage({ message: text })
    expect(await refused({ proofRequest: changed, signature })).toEqual([400, 'invalid_nonce'])
    expect(await refused({ proofRequest: { ...changed, message: proof.message }, signature })).toEqual([
      400,
      'invalid_message',
    ])
  })

  test('one of another chain, and one whose nonce somebody else sealed', async () => {
    const proof = await mine()
    const body = { proofRequest: { ...proof, chainId: 1 }, signature: await sign(proof) }
    expect(await refused(body)).toEqual([400, 'unsupported_chain'])
    const sealer = createSealer({ secrets: ['x'.repeat(32)], purpose: 'room proof', ttlSeconds: 600 })
    const issuedAt = Math.floor(Date.now() / 1000)
    const bound = { ...proof, expiresAt: issuedAt + 600 }
    const nonce = await sealer.seal(issuedAt * 1000, proofContext(bound))
    const times = {
      issuedAt: new Date(issuedAt * 1000).toISOString(),
      expiresAt: new Date((issuedAt + 600) * 1000).toISOString(),
    }
    const message = proofText({ ...bound, nonce, issuedAt })
    const signature = await accountOf(net, 'agent').signMessage({ message })
    expect(await refused({ proofRequest: { ...proof, ...times, nonce, message }, signature })).toEqual([
      400,
      'invalid_nonce',
    ])
  })

  test('who has lost the membership since the request gets no token, and may try again', async () => {
    const roomKey = 'msgnet:lost'
    await net.addRoom({ type: 'msgnet', roomKey })
    const proofRequest = await mine(roomKey)
    const body = { proofRequest, signature: await sign(proofRequest) }
    await net.addRoom({ type: 'msgnet', roomKey, joinLocked: true })
    expect(await refused(body)).toEqual([403, 'not_qualified'])
    await net.addRoom({ type: 'msgnet', roomKey, enabled: false })
    expect(await refused(body)).toEqual([404, 'room_not_found'])
    await net.addRoom({ type: 'msgnet', roomKey })
    expect((await net.verify(body, agent)).status).toBe(200)
  })

  test('a proof of before a rotation of the secret is good until it expires', async () => {
    const proofRequest = await mine()
    const body = { proofRequest, signature: await sign(proofRequest) }
    const old = net.variables['ROOM_TOKEN_SECRET'] ?? ''
    await net.withVariables({ ROOM_TOKEN_SECRET: 'y'.repeat(40) }, async () => {
      expect(await refused(body)).toEqual([400, 'invalid_nonce'])
    })
    await net.withVariables({ ROOM_TOKEN_SECRET: 'y'.repeat(40), ROOM_TOKEN_SECRET_PREVIOUS: old }, async () => {
      expect((await net.verify(body, agent)).status).toBe(200)
    })
  })
})

describe('concurrency', () => {
  test('a hundred uses of one proof give one token', async () => {
    const proofRequest = await mine()
    const body = { proofRequest, signature: await sign(proofRequest) }
    const before = (await tokens()) ?? 0
    const uses = Array.from({ length: soak(100, 1000) })
    const answers = await inGroups(uses, () => net.verify(body, agent))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'nonce_used')).toHaveLength(uses.length - 1)
    expect(await tokens()).toBe(before + 1)
  })
})
