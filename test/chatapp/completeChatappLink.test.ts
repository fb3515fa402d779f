import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { OWNER_EMAIL } from '../../localnet/identity/startIdentity.ts'
import { MiniappStatus } from '../../schema/chatapp/answers.ts'
import { sealLinkToken } from '../../functions/chatapp/link/linkToken.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import { bearer, dataOf } from '../account/support.ts'
import { soak } from '../support/soak.ts'
import type { Person } from './joinChatapp.ts'
import { inGroups, linked, startChatappNet } from './startChatappNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startChatappNet())

const seconds = () => Math.floor(Date.now() / 1000)
const linkToken = (chatappUserId: string, { chatId = chatappUserId, issuedAt = seconds(), secret = '' } = {}) =>
  sealLinkToken({ chatappUserId, chatId, issuedAt }, secret || (net.secrets['CHATAPP_LINK_TOKEN_SECRET'] ?? ''))
const statusOf = async ({ sessionToken }: Person) =>
  dataOf(await net.call('miniapp/status', undefined, bearer(sessionToken)), MiniappStatus).link
const rows = async (sql: string, ...values: unknown[]) =>
  (
    await (
      await net.database()
    )
      .prepare(sql)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results
/** A chat user's rows in D1, once the outbox is empty. */
const projected = async ({ chatappUserId }: Person) =>
  (await rows('select * from chatapp_user_links where chatapp_user_id = ?', chatappUserId))[0]

describe('happy', () => {
  test('links a newcomer, whose wallet is still to come', async () => {
    const ada = await net.join()
    const { link, account } = linked(await net.complete(ada))
    expect(link).toMatchObject({
      chatappUserId: ada.chatappUserId,
      idpUserId: account.idpUserId,
      linkStatus: 'pending_wallet_setup',
      ownerVerified: false,
      canonicalCswAddress: null,
      failureCount: 0,
    })
    expect(account).toMatchObject({ email: ada.email, emailVerified: true, executionTrack: 'none-yet' })
    expect(account.embeddedEoaAddress).toMatch(/^0x/)
    expect(account.profileId).toBe(link.profileId)
    await expect.poll(() => projected(ada)).toMatchObject({ profile_id: link.profileId, revoked_at: null })
    await expect
      .poll(() => rows(`select kind, id from linked_accounts where profile_id = ? order by kind`, link.profileId))
      .toEqual([
        { kind: 'chatapp', id: ada.chatappUserId },
        { kind: 'email', id: ada.email },
        { kind: 'idp', id: link.idpUserId },
      ])
  })

  test('finds the account that a wallet of the user opened, with its canonical wallet', async () => {
    const owner = await net.join({ email: OWNER_EMAIL })
    const { link, account } = linked(await net.complete(owner))
    const { wallet } = net.world.contracts
    expect(link).toMatchObject({ profileId: 'profile-owner', linkStatus: 'active', canonicalCswAddress: wallet })
    // The contract names the wallet that she signed in with, and linking confirms nothing.
    expect([link.ownerVerified, account.ownerVerified]).toEqual([true, true])
    expect(account.executionTrack).toBe('canonical-wallet')
  })

  test('uses up a link token, and takes it again from the same user', async () => {
    const ada = await net.join()
    const token = await linkToken(ada.chatappUserId)
    const first = linked(await net.complete(ada, { linkToken: token, flowId: 'again' }))
    const again = linked(await net.complete(ada, { linkToken: token, flowId: 'again' }))
    expect(again.link).toMatchObject({ linkedAt: first.link.linkedAt, profileId: first.link.profileId })
    const events = () =>
      rows(`select event, status from chatapp_link_telemetry_events where flow_id = 'again' and event like '%token%'
        order by id`)
    await expect.poll(events).toEqual([
      { event: 'chatapp_link_token_claim_result', status: 'claimed' },
      { event: 'chatapp_link_token_consume_result', status: 'consumed' },
      { event: 'chatapp_link_token_claim_result', status: 'claimed' },
      { event: 'chatapp_link_token_consume_result', status: 'already_consumed' },
    ])
  })

  test('goes on as without a token after an unlink, and long after the token has expired', async () => {
    const ada = await net.join()
    const token = await linkToken(ada.chatappUserId, { issuedAt: seconds() - 895 })
    const first = linked(await net.complete(ada, { linkToken: token }))
    await net.call('unlink', {}, bearer(ada.sessionToken))
    const again = linked(await net.complete(ada, { linkToken: token }))
    expect(again.link).toMatchObject({ revokedAt: null, profileId: first.link.profileId })
    await net.aheadBy(60_000)
    try {
      expect((await net.complete(ada, { linkToken: token })).status).toBe(200)
      // One that nobody used is refused by then.
      const unused = await linkToken(ada.chatappUserId, { issuedAt: seconds() - 890 })
      expect(await net.complete(ada, { linkToken: unused })).toMatchObject({ status: 409, code: 'link_token_expired' })
    } finally {
      await net.aheadBy(0)
    }
  })

  test('becomes active by itself once the account has a canonical wallet', async () => {
    const ada = await net.join()
    const { link } = linked(await net.complete(ada))
    await rows('update profile_wallets set canonical = 0 where profile_id = ?', link.profileId)
    // It names another owner than a key of this account.
    const { walletFactory, wallet } = net.world.contracts
    const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
    const factory = chain.at('WalletFactory', walletFactory)
    await chain.send('stranger', factory, 'createWallet', [wallet, 77n])
    const smart = await chain.read(factory, 'getWalletAddress', [wallet, 77n])
    await rows(
      `insert into profile_wallets (address, profile_id, kind, canonical, linked_at, owner) values (?, ?, 'smart', 1, 0, ?)`,
      String(smart).toLowerCase(),
      link.profileId,
      wallet.toLowerCase(),
    )
    expect(await statusOf(ada)).toMatchObject({ linkStatus: 'active', ownerVerified: false })
  })
})

describe('error', () => {
  test('a token that is not the provider’s is 401', async () => {
    const ada = await net.join()
    const forged = `${ada.headers['authorization']}x`
    const headers = { authorization: forged }
    expect(await net.complete({ ...ada, headers })).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('a session that is not one is refused, with what to do', async () => {
    const ada = await net.join()
    const other = `1${ada.sessionToken}`
    for (const sessionToken of ['x', '1.abc', `${ada.sessionToken.slice(0, -1)}g`, other])
      expect(await net.complete({ ...ada, sessionToken })).toMatchObject({
        status: 400,
        code: 'invalid_miniapp_session',
      })
  })

  test('a session that has expired is over', async () => {
    await net.withVariables({ CHATAPP_MINIAPP_SESSION_TTL_SECONDS: '60' }, async () => {
      const ada = await net.join()
      await net.aheadBy(61_000)
      expect(await net.complete(ada)).toMatchObject({ status: 409, code: 'miniapp_session_expired' })
      await net.aheadBy(0)
    })
  })

  test('the provider’s user must have this very chat account', async () => {
    const { token } = await net.signIn('unlinked@example.com')
    const headers = bearer(token)
    const sessionToken = await net.token({ user: '600000002' })
    const missing = await net.complete({ sessionToken, headers })
    expect(missing).toMatchObject({ status: 409, code: 'identity_link_missing' })
    expect(missing.headers.get('retry-after')).toBe('2')
    await net.linkAtProvider(token, { user: '600000002' })
    expect((await net.complete({ sessionToken, headers })).status).toBe(200)
    // Nor does somebody else's account of the chat app do.
    const elsewhere = await net.token({ user: '600000003' })
    expect(await net.complete({ sessionToken: elsewhere, headers })).toMatchObject({ code: 'identity_link_missing' })
  })

  test('a provider that is down is an outage: nothing is linked, nothing used up', async () => {
    const ada = await net.join()
    const token = await linkToken(ada.chatappUserId)
    net.identity.setFaults({ status: 503 })
    try {
      const answer = await net.complete(ada, { linkToken: token })
      expect(answer).toMatchObject({ status: 502, code: 'identity_provider_unavailable' })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      net.identity.setFaults({})
    }
    expect(await statusOf(ada)).toBeNull()
    expect((await net.complete(ada, { linkToken: token })).status).toBe(200)
  })

  test('however it fails, that is reported, without the token, an address or a chat user who is not proven', async () => {
    const [ada, bob] = [await net.join(), await net.join()]
    const flow = (flowId: string) =>
      rows(
        'select event, status, chatapp_user_id id from chatapp_link_telemetry_events where flow_id = ? order by id',
        flowId,
      )
    const result = (event: string, status: string, id: string | null) => ({
      event: `chatapp_link_${event}_result`,
      status,
      id,
    })
    const { chatappUserId: id } = ada

    await net.call('miniapp/session', { initData: 'user=%7B%7D&hash=00', flowId: 'f-launch' })
    await expect.poll(() => flow('f-launch')).toEqual([result('miniapp_session', 'invalid_launch_data', null)])

    await net.complete({ ...ada, sessionToken: '1.abc' }, { flowId: 'f-session' })
    await expect.poll(() => flow('f-session')).toEqual([result('backend_completion', 'invalid_miniapp_session', null)])

    const { token } = await net.signIn('nobody-in-the-chat@example.com')
    await net.complete({ ...ada, headers: bearer(token) }, { flowId: 'f-missing' })
    await expect.poll(() => flow('f-missing')).toEqual([result('backend_completion', 'identity_link_missing', id)])

    const tokens = { 'f-forged': 'nonsense', 'f-other': await linkToken(bob.chatappUserId) }
    for (const [flowId, given] of Object.entries(tokens)) await net.complete(ada, { flowId, linkToken: given })
    await expect
      .poll(() => flow('f-forged'))
      .toEqual([
        result('token_claim', 'invalid_link_token', id),
        result('backend_completion', 'invalid_link_token', id),
      ])
    await expect
      .poll(() => flow('f-other'))
      .toEqual([
        result('token_claim', 'link_token_mismatch', id),
        result('backend_completion', 'link_token_mismatch', id),
      ])

    // Claimed, but not used up: the chat user is linked to another account.
    linked(await net.complete(ada))
    const thief = await net.signIn('telemetry-thief@example.com')
    net.identity.users.forceChatapp(thief.userId, { id, username: 'ada', firstName: 'Ada' })
    await net.complete(
      { ...ada, headers: bearer(thief.token) },
      { flowId: 'f-conflict', linkToken: await linkToken(id) },
    )
    await expect
      .poll(() => flow('f-conflict'))
      .toEqual([
        result('token_claim', 'claimed', id),
        result('token_consume', 'chatapp_linked_elsewhere', id),
        result('backend_completion', 'chatapp_linked_elsewhere', id),
      ])
  })

  test('a store that fails is an outage, and the same request links afterwards', async () => {
    const ada = await net.join()
    await rows('alter table profile_wallets rename to away')
    try {
      expect(await net.complete(ada)).toMatchObject({ status: 503, code: 'store_unavailable' })
    } finally {
      await rows('alter table away rename to profile_wallets')
    }
    expect(await statusOf(ada)).toBeNull()
    expect((await net.complete(ada)).status).toBe(200)
  })
})

describe('security', () => {
  test('link tokens of others, of another chat, expired ones and forged ones are refused, each by its name', async () => {
    const [ada, bob] = [await net.join(), await net.join()]
    const cases = [
      [await linkToken(bob.chatappUserId), 409, 'link_token_mismatch'],
      [await linkToken(ada.chatappUserId, { chatId: bob.chatappUserId }), 409, 'link_token_mismatch'],
      [await linkToken(ada.chatappUserId, { issuedAt: seconds() - 901 }), 409, 'link_token_expired'],
      [await linkToken(ada.chatappUserId, { secret: 'x'.repeat(32) }), 400, 'invalid_link_token'],
      ['nonsense', 400, 'invalid_link_token'],
    ] as const
    for (const [token, status, code] of cases)
      expect(await net.complete(ada, { linkToken: token })).toMatchObject({ status, code })
    expect(await statusOf(ada)).toBeNull()
  })

  test('a link token that is used up links nobody else', async () => {
    const [ada, bob] = [await net.join(), await net.join()]
    const token = await linkToken(ada.chatappUserId)
    const { link } = linked(await net.complete(ada, { linkToken: token }))
    expect(await net.complete(bob, { linkToken: token })).toMatchObject({ status: 409, code: 'link_token_mismatch' })
    expect(await statusOf(bob)).toBeNull()
    // Another user of the identity provider, in the session of the same chat user, gets nothing by it either.
    const { token: access, userId } = await net.signIn('second-user@example.com')
    net.identity.users.forceChatapp(userId, { id: ada.chatappUserId, username: 'ada', firstName: 'Ada' })
    const second = { sessionToken: ada.sessionToken, headers: bearer(access) }
    expect(await net.complete(second, { linkToken: token })).toMatchObject({
      status: 409,
      code: 'chatapp_linked_elsewhere',
    })
    expect(await statusOf(ada)).toMatchObject({ idpUserId: link.idpUserId })
  })

  test('a chat user who is linked stays linked, and the attempt is counted', async () => {
    const ada = await net.join()
    const { link } = linked(await net.complete(ada))
    const { token } = await net.signIn('thief@example.com')
    // The provider lets go of the chat account, and somebody else links it there.
    net.identity.users.unlinkChatapp(link.idpUserId)
    await net.linkAtProvider(token, { user: ada.chatappUserId })
    const taken = await net.complete({ sessionToken: ada.sessionToken, headers: bearer(token) })
    expect(taken).toMatchObject({ status: 409, code: 'chatapp_linked_elsewhere' })
    expect(await statusOf(ada)).toMatchObject({
      profileId: link.profileId,
      failureCount: 1,
      lastFailureReason: 'chatapp_linked_elsewhere',
    })
  })

  test('an account has one chat user', async () => {
    const ada = await net.join()
    const { link } = linked(await net.complete(ada))
    net.identity.users.unlinkChatapp(link.idpUserId)
    await net.linkAtProvider(String(ada.headers['authorization']).slice('Bearer '.length), { user: '600000009' })
    const second = { ...ada, sessionToken: await net.token({ user: '600000009' }) }
    expect(await net.complete(second)).toMatchObject({ status: 409, code: 'account_linked_elsewhere' })
    // Unless the first one goes.
    await net.call('unlink', {}, bearer(ada.sessionToken))
    expect(linked(await net.complete(second)).link).toMatchObject({ chatappUserId: '600000009' })
  })

  test('a wallet of another account is a conflict, and neither account changes', async () => {
    const email = 'mallory@example.com'
    net.identity.users.setWallets(email, [{ address: '0x00000000000000000000000000000000000000AA', kind: 'external' }])
    const mallory = await net.join({ email })
    linked(await net.complete(mallory))
    // The same person later claims a wallet that belongs to the seeded owner.
    await rows(
      `insert into profile_wallets (address, profile_id, kind, canonical, linked_at) values ('0x00000000000000000000000000000000000000bb', 'profile-voter', 'owner', 0, 0)`,
    )
    net.identity.users.setWallets(email, [{ address: '0x00000000000000000000000000000000000000bb', kind: 'external' }])
    expect(await net.complete(mallory)).toMatchObject({ status: 409, code: 'account_conflict' })
    expect(await rows(`select profile_id p from profile_wallets where address like '%bb'`)).toEqual([
      { p: 'profile-voter' },
    ])
  })
})

describe('concurrency', () => {
  test('one token, completed very often at once, links once', async () => {
    const ada = await net.join()
    const token = await linkToken(ada.chatappUserId)
    const times = Array.from({ length: soak(50, 200) })
    const answers = await Promise.all(times.map(() => net.complete(ada, { linkToken: token })))
    const links = answers.map((answer) => linked(answer).link)
    expect(
      new Set(links.map(({ profileId, idpUserId, linkedAt }) => `${profileId} ${idpUserId} ${linkedAt}`)).size,
    ).toBe(1)
    expect(await rows('select count(*) n from profiles where id = ?', links[0]?.profileId)).toEqual([{ n: 1 }])
  })

  test('of many users with one token, one wins', async () => {
    const user = '600000020'
    const token = await linkToken(user)
    const sessionToken = await net.token({ user })
    const contenders = await inGroups(
      Array.from({ length: soak(12, 200) }, (_, i) => `contender-${i}@example.com`),
      (email) => net.signIn(email),
    )
    // Each of them has the chat account at the provider: only this service can decide.
    for (const { userId } of contenders)
      net.identity.users.forceChatapp(userId, { id: user, username: 'many', firstName: 'Many' })
    const answers = await Promise.all(
      contenders.map(({ token: access }) =>
        net.complete({ sessionToken, headers: bearer(access) }, { linkToken: token }),
      ),
    )
    const winners = answers.filter(({ status }) => status === 200).map((answer) => linked(answer).link.idpUserId)
    expect(winners).toHaveLength(1)
    const losers = new Set(answers.flatMap(({ status, code }) => (status === 200 ? [] : [code])))
    expect(['link_token_claimed', 'chatapp_linked_elsewhere']).toEqual(expect.arrayContaining([...losers]))
  })

  test('of two chat users for one account at the same instant, one wins', async () => {
    // The provider names one chat account at a time, so the objects themselves are called.
    const objects = await net.objects('CHATAPP_USERS')
    for (let round = 0; round < soak(10, 200); round++) {
      const pair = [String(610_000_000 + 2 * round), String(610_000_001 + 2 * round)]
      const people = await Promise.all(
        pair.map(async (user) => ({ user, tokenHash: await sha256(await net.token({ user })) })),
      )
      const idpUserId = `did:privy:pair${round}`
      const complete = async ({ user, tokenHash }: (typeof people)[number]) =>
        Outcome.parse(
          await callObject(objects.getByName(user), 'complete', {
            tokenHash,
            idpUserId,
            profileId: 'profile-voter',
            now: seconds(),
          }),
        )
      const outcomes = await Promise.all([...people, ...people].map(complete))
      const winners = new Set(outcomes.flatMap(({ link }) => link?.chatappUserId ?? []))
      expect(winners.size).toBeLessThanOrEqual(1)
      // Requests that collided get an error to retry; the repeat decides.
      const settled: z.output<typeof Outcome>[] = []
      for (const person of people) settled.push(await complete(person))
      expect(settled.filter(({ link }) => link)).toHaveLength(1)
      expect(settled.flatMap(({ refused }) => refused ?? [])).toEqual(['account_linked_elsewhere'])
    }
  })
})

const Outcome = z.object({
  link: z.object({ chatappUserId: z.string() }).optional(),
  refused: z.string().optional(),
})

/** Calls a method of an object, whose type nobody here knows. */
async function callObject(object: object, name: string, argument: unknown): Promise<unknown> {
  const method: unknown = Reflect.get(object, name)
  if (typeof method !== 'function') throw new Error(`the object has no ${name}`)
  return Reflect.apply(method, object, [argument])
}
