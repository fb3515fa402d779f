import { signRequest } from '@slicekit/erc8128'
import { hashMessage, hashTypedData, isHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { proofHash } from '../../../functions/agents/rooms/membership/accessProof.ts'
import { governanceRoom, uiRoom } from '../../../functions/agents/rooms/membership/vaultRooms.ts'
import { AccessProofRequest } from '../../../schema/agents/roomAnswers.ts'
import { accountOf, dataOf, receiptOf, toAnswer } from '../../account/support.ts'
import { CHATAPP, MSGNET, startRoomNet } from './startRoomNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

type Headers = Readonly<Record<string, string>>
const net = useNet(() => startRoomNet())
beforeAll(() => net.indexed())
const agent = prepared(() => net.signedIn('agent'))
const stranger = prepared(() => net.signedIn('stranger'))
const owner = prepared(() => net.signedIn('owner'))

const ask = (body: object, headers: Headers) =>
  net.request({ wallet: addressOf('agent'), roomKey: MSGNET, ...body }, headers)

describe('happy', () => {
  test('gives a text and typed data of the same proof, which stores nothing', async () => {
    const proof = await net.proof(addressOf('agent'), MSGNET, agent)
    expect(proof.message.split('\n')).toEqual([
      'Enter a room of a creator vault',
      '',
      `Wallet: ${addressOf('agent')}`,
      'Chain ID: 31337',
      `Share Token: ${net.world.contracts.shareToken}`,
      `Room Key: ${MSGNET}`,
      `Nonce: ${proof.nonce}`,
      `Issued At: ${proof.issuedAt}`,
      `Expires At: ${proof.expiresAt}`,
    ])
    const seconds = { issuedAt: Date.parse(proof.issuedAt) / 1000, expiresAt: Date.parse(proof.expiresAt) / 1000 }
    expect(seconds.expiresAt - seconds.issuedAt).toBe(600)
    const { domain, types, message } = proof.typedData
    const { EIP712Domain: _, ...own } = types
    const typed = hashTypedData({ domain, types: own, primaryType: 'AccessProof', message })
    expect(isHex(typed)).toBe(true)
    expect(proofHash({ ...proof, ...seconds }, 'eip712')).toBe(typed)
    expect(proofHash({ ...proof, ...seconds }, 'personal')).toBe(hashMessage(proof.message))
    expect(await net.d1.prepare('select count(*) n from room_tokens').first('n')).toBe(0)
  })

  test('lasts as long as requested, and is another one each time', async () => {
    const [one, two] = [
      await net.proof(addressOf('agent'), CHATAPP, agent, { nonceTtlMs: 60_000 }),
      await net.proof(addressOf('agent'), CHATAPP, agent, { nonceTtlMs: 60_000 }),
    ]
    expect(Date.parse(one.expiresAt) - Date.parse(one.issuedAt)).toBe(60_000)
    expect(one.nonce).not.toBe(two.nonce)
  })

  test('an agent gets one by a signed request, which counts once', async () => {
    const account = accountOf(net, 'agent')
    const { receipt } = await receiptOf(net.api, 0, account)
    const { shareToken } = net.world.contracts
    const plain = new Request(`${net.sockets['agents']}/v1/agents/access-proof/request`, {
      method: 'POST',
      body: JSON.stringify({ wallet: account.address, shareToken, roomKey: MSGNET }),
      headers: { 'content-type': 'application/json', 'x-siwa-receipt': receipt },
    })
    const signer = {
      address: account.address,
      chainId: net.world.chainId,
      signMessage: (raw: Uint8Array) => account.signMessage({ message: { raw } }),
    }
    const signed = await signRequest(plain, signer, { components: ['x-siwa-receipt'] })
    const again = signed.clone()
    const proof = dataOf(await toAnswer(await fetch(signed)), AccessProofRequest)
    expect(proof).toMatchObject({ wallet: account.address, roomKey: MSGNET })
    expect((await fetch(again)).status).toBe(401)
  })

  test('the owner of a vault gets one for its rooms without a rule', async () => {
    const { vault2, shareToken2: shareToken } = net.world.contracts
    for (const roomKey of [uiRoom(vault2), governanceRoom(shareToken)])
      expect((await ask({ wallet: addressOf('owner'), shareToken, roomKey }, owner)).status).toBe(200)
  })
})

describe('error', () => {
  test.each<[string, Record<string, unknown>, number, string]>([
    ['a room that there is not', { roomKey: 'msgnet:none' }, 404, 'room_not_found'],
    ['a locked room', { roomKey: 'msgnet:ferry-crew', token: 'shareToken2' }, 403, 'not_qualified'],
    ['a room of another share token', { token: 'shareToken2' }, 404, 'room_not_found'],
    ['a room whose minimum is higher', { room: 'governance' }, 403, 'not_qualified'],
    ['a key of no type', { roomKey: 'everything:x' }, 400, 'invalid_request'],
    ['a proof of a second', { nonceTtlMs: 1000 }, 400, 'invalid_request'],
    ['a proof of a day', { nonceTtlMs: 86_400_000 }, 400, 'invalid_request'],
    ['a field that there is not', { ttl: 1 }, 400, 'invalid_request'],
  ])('refuses %s', async (_, given, status, code) => {
    const { token, room, ...body } = given
    const { shareToken, shareToken2 } = net.world.contracts
    const more = {
      ...(token ? { shareToken: shareToken2 } : {}),
      ...(room ? { roomKey: governanceRoom(shareToken) } : {}),
    }
    const answer = await ask({ ...body, ...more }, agent)
    expect([answer.status, answer.code]).toEqual([status, code])
  })

  test('says what is missing', async () => {
    const roomKey = governanceRoom(net.world.contracts.shareToken)
    const { json } = await ask({ roomKey }, agent)
    expect(json).toMatchObject({
      error: expect.stringMatching(/^not_qualified: insufficient_balance: the wallet has \d+ .* requires \d+$/),
    })
  })
})

describe('security', () => {
  test('nobody gets one for another’s wallet, and does not learn whether it qualifies', async () => {
    for (const wallet of [addressOf('agent'), addressOf('bidder')]) {
      const answer = await ask({ wallet }, stranger)
      expect([answer.status, answer.code]).toEqual([403, 'wallet_authority_mismatch'])
    }
  })

  test('wants a session, or an agent’s signature: a receipt alone is not enough', async () => {
    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    expect((await ask({}, { 'x-siwa-receipt': receipt })).status).toBe(401)
  })
})
