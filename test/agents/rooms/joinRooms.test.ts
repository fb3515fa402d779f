import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { ChatappJoin, MsgnetJoin } from '../../../schema/agents/roomAnswers.ts'
import { createRoomTokenSigner } from '../../../functions/agents/rooms/createRoomTokenSigner.ts'
import { governanceRoom } from '../../../functions/agents/rooms/membership/vaultRooms.ts'
import { dataOf } from '../../account/support.ts'
import { CHATAPP, MSGNET, startRoomNet, type RoomNet } from './startRoomNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

type Headers = Readonly<Record<string, string>>
const net = useNet(() => startRoomNet())
beforeAll(() => net.indexed())
const agent = prepared(() => net.signedIn('agent'))
const voter = prepared(() => net.signedIn('voter'))
const stranger = prepared(() => net.signedIn('stranger'))

type Protocol = 'msgnet' | 'chatapp'
const join = (protocol: Protocol, accessToken: string, headers: Headers = agent) =>
  net.post(`${protocol}/join`, { accessToken }, headers)
const refused = async (protocol: Protocol, accessToken: string, headers: Headers = agent) => {
  const { status, code } = await join(protocol, accessToken, headers)
  return [status, code]
}
const now = () => Math.floor(Date.now() / 1000)
/** As the operator revokes a token (docs/rooms.md). */
const revoke = (jti: string) =>
  net.d1.prepare('update room_tokens set revoked_at = unixepoch() where jti = ?').bind(jti).run()
const joins = (jti: string) => net.d1.prepare('select count(*) n from room_joins where jti = ?').bind(jti).first('n')

describe('joinAgentMsgnet', () => {
  test('a token of the room returns the same steps for every request', async () => {
    const token = await net.token('agent', MSGNET, agent)
    const first = dataOf(await join('msgnet', token.accessToken), MsgnetJoin)
    expect(first).toMatchObject({
      protocol: 'msgnet',
      eligible: true,
      roomKey: MSGNET,
      wallet: addressOf('agent'),
      expiresAt: token.expiresAt,
      instructions: { action: 'msgnet.group.add_member', groupId: 'aurora-holders', wallet: addressOf('agent') },
    })
    const again = dataOf(await join('msgnet', token.accessToken), MsgnetJoin)
    expect(again.joinedAt).toBe(first.joinedAt)
    expect(await joins(token.jti)).toBe(1)
  })

  describe('security', () => {
    let token: Awaited<ReturnType<RoomNet['token']>>
    beforeAll(async () => {
      token = await net.token('agent', MSGNET, agent)
    })

    test('another’s token is of no use', async () => {
      expect(await refused('msgnet', token.accessToken, stranger)).toEqual([403, 'wallet_authority_mismatch'])
    })

    test('a token is for its protocol alone', async () => {
      expect(await refused('chatapp', token.accessToken)).toEqual([403, 'room_protocol_mismatch'])
      const roomKey = governanceRoom(net.world.contracts.shareToken)
      const governance = await net.token('voter', roomKey, voter)
      expect(governance.capabilities).toEqual(['read', 'write'])
      for (const protocol of ['msgnet', 'chatapp'] as const)
        expect(await refused(protocol, governance.accessToken, voter)).toEqual([403, 'room_protocol_mismatch'])
    })

    test('texts that are not tokens, and tokens of other secrets, are refused', async () => {
      for (const text of ['x'.repeat(16), 'a.b.c.d.e.f.g.h.i', `${token.accessToken.slice(0, -2)}AA`])
        expect(await refused('msgnet', text)).toEqual([401, 'token_invalid'])
      const { jti, shareToken, chainId } = token
      const claims = {
        jti,
        sub: addressOf('agent'),
        chainId,
        shareToken,
        roomKey: MSGNET,
        iat: now(),
        exp: now() + 900,
      }
      const forged = await createRoomTokenSigner(['z'.repeat(32)], net.api).sign({ ...claims, capabilities: ['join'] })
      expect(await refused('msgnet', forged)).toEqual([401, 'token_invalid'])
    })

    test('a genuine token that was never recorded is unknown', async () => {
      const secret = net.variables['ROOM_TOKEN_SECRET'] ?? ''
      const { shareToken, chainId } = token
      const unknown = await createRoomTokenSigner([secret], net.variables['BASE_URL'] ?? '').sign({
        jti: 'never recorded',
        sub: addressOf('agent'),
        chainId,
        shareToken,
        roomKey: MSGNET,
        capabilities: ['join'],
        iat: now(),
        exp: now() + 900,
      })
      expect(await refused('msgnet', unknown)).toEqual([401, 'token_revoked_or_unknown'])
    })

    test('an expired token has expired', async () => {
      await net.aheadBy(1_801_000)
      try {
        expect(await refused('msgnet', token.accessToken)).toEqual([401, 'token_expired'])
      } finally {
        await net.aheadBy(0)
      }
    })

    test('tokens outlive a rotation of the secret, once', async () => {
      const old = net.variables['ROOM_TOKEN_SECRET'] ?? ''
      await net.withVariables({ ROOM_TOKEN_SECRET: 'y'.repeat(40), ROOM_TOKEN_SECRET_PREVIOUS: old }, async () => {
        expect((await join('msgnet', token.accessToken)).status).toBe(200)
      })
      await net.withVariables({ ROOM_TOKEN_SECRET: 'y'.repeat(40) }, async () => {
        expect(await refused('msgnet', token.accessToken)).toEqual([401, 'token_invalid'])
      })
    })

    test('a revoked token is worth nothing from then on', async () => {
      const own = await net.token('agent', MSGNET, agent)
      expect((await join('msgnet', own.accessToken)).status).toBe(200)
      await revoke(own.jti)
      expect(await refused('msgnet', own.accessToken)).toEqual([401, 'token_revoked_or_unknown'])
      expect((await join('msgnet', token.accessToken)).status).toBe(200)
    })

    test('a wallet that has sold the shares since does not join', async () => {
      const roomKey = 'msgnet:sold'
      await net.addRoom({ type: 'msgnet', roomKey, minShares: String(10n ** 18n) })
      const own = await net.token('voter', roomKey, voter)
      expect((await join('msgnet', own.accessToken, voter)).status).toBe(200)
      const all = BigInt(String(await net.chain.read(net.contract('shareToken'), 'balanceOf', [addressOf('voter')])))
      await net.move('voter', addressOf('bidder'), all)
      expect(await refused('msgnet', own.accessToken, voter)).toEqual([403, 'not_qualified'])
      await net.move('bidder', addressOf('voter'), all)
      expect((await join('msgnet', own.accessToken, voter)).status).toBe(200)
      await net.addRoom({ type: 'msgnet', roomKey, enabled: false })
      expect(await refused('msgnet', own.accessToken, voter)).toEqual([404, 'room_not_found'])
    })
  })

  test('a store that is not there is an outage, and says nothing about the token', async () => {
    const token = await net.token('agent', MSGNET, agent)
    for (const table of ['room_tokens', 'room_rules', 'room_joins']) {
      await net.d1.prepare(`alter table ${table} rename to hidden`).run()
      expect(await refused('msgnet', token.accessToken)).toEqual([503, 'store_unavailable'])
      await net.d1.prepare(`alter table hidden rename to ${table}`).run()
    }
    expect((await join('msgnet', token.accessToken)).status).toBe(200)
  })

  test('concurrency: a token that is revoked while it is used joins before that or not at all', async () => {
    const token = await net.token('agent', MSGNET, agent)
    const uses = Array.from({ length: 20 }, () => join('msgnet', token.accessToken))
    const [answers] = await Promise.all([Promise.all(uses), revoke(token.jti)])
    for (const { status, code } of answers)
      expect([
        [200, null],
        [401, 'token_revoked_or_unknown'],
      ]).toContainEqual([status, code])
    expect(await joins(token.jti)).toBe(answers.some(({ status }) => status === 200) ? 1 : 0)
  })
})

describe('joinAgentChatapp', () => {
  const link = (wallet: string, chatUser: string) =>
    net.d1
      .prepare(
        `insert into linked_accounts (kind, id, profile_id, handle, linked_at) select 'chatapp', ?1, profile_id, null, 0 from profile_wallets where address = ?2`,
      )
      .bind(chatUser, wallet.toLowerCase())
      .run()

  test('wants a linked chat account, and then names it', async () => {
    const { accessToken, jti } = await net.token('agent', CHATAPP, agent)
    expect(await refused('chatapp', accessToken)).toEqual([409, 'link_required'])
    expect(await joins(jti)).toBe(0)
    await link(addressOf('agent'), '777')
    expect(dataOf(await join('chatapp', accessToken), ChatappJoin)).toMatchObject({
      protocol: 'chatapp',
      roomChatId: '-1001234567890',
      instructions: {
        action: 'chatapp.join_holder_room',
        roomChatId: '-1001234567890',
        wallet: addressOf('agent'),
        chatappUserId: '777',
      },
    })
    expect(await joins(jti)).toBe(1)
  })

  test('security: nobody lets an own chat account in with another’s token', async () => {
    await link(addressOf('stranger'), '666')
    const { accessToken } = await net.token('agent', CHATAPP, agent)
    expect(await refused('chatapp', accessToken, stranger)).toEqual([403, 'wallet_authority_mismatch'])
    expect(await refused('msgnet', accessToken)).toEqual([403, 'room_protocol_mismatch'])
  })
})
