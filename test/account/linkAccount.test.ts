import { describe, expect, test } from 'vitest'
import { seeded } from '../support/seeded.ts'
import { payload, startLinkNet } from './startLinkNet.ts'
import { bearer, me, PAGE } from './support.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLinkNet())

const random = seeded('linked accounts')
let subjects = 0
const google = () => ({ type: 'google_oauth', subject: `10483${++subjects}` }) as const

describe('happy', () => {
  test('links what the provider shows, attaches the user, and gives points once', async () => {
    const ada = await net.member()
    const account = google()
    net.identity.users.link(ada.email, account)
    const linked = payload(await net.link(ada, { provider: 'google' }))
    expect(linked).toMatchObject({
      idpUserId: ada.idpUserId,
      email: null,
      emailVerified: false,
      appAccessStatus: null,
      linkedMethods: { google: [account.subject], email: [], external_eoa: [ada.wallet.address] },
      accountSignals: { linked: true, primaryWalletAddress: ada.wallet.address, executionTrack: 'none-yet' },
      score: { points: 20, tier: null },
    })
    expect(linked.accountSignals.embeddedEoaAddress).toMatch(/^0x/)
    expect(payload(await net.link(ada, { provider: 'google', value: account.subject })).score.points).toBe(20)
    expect((await me(net.api, bearer(ada.session))).account?.linked.map(({ kind }) => kind).toSorted()).toEqual([
      'google',
      'idp',
    ])
  })

  test('links each provider by what it shows', async () => {
    const ada = await net.member()
    const svm = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
    const { users } = net.identity
    users.link(ada.email, { type: 'apple_oauth', subject: '001.a' })
    users.link(ada.email, { type: 'twitter_oauth', subject: '4242', username: 'ada' })
    users.link(ada.email, { type: 'tiktok_oauth', subject: '-000a', username: 'ada.l' })
    users.link(ada.email, { type: 'wallet', chain_type: 'solana', address: svm })
    for (const provider of ['apple', 'twitter', 'tiktok', 'email', 'wallet'])
      expect((await net.link(ada, { provider, value: null })).status).toBe(200)
    const { linkedMethods, score, email } = payload(await net.link(ada, { provider: 'external_eoa' }))
    expect(email).toBe(ada.email)
    expect(linkedMethods).toMatchObject({
      apple: ['001.a'],
      twitter: ['4242'],
      tiktok: ['-000a'],
      email: [ada.email],
      external_eoa: [ada.wallet.address],
    })
    expect(linkedMethods.wallet).toHaveLength(3)
    expect(linkedMethods.wallet.at(-1)).toBe(svm)
    expect(score.points).toBe(20 + 16 + 16 + 10 + 10)
  })

  test('shows a link that the Mini App made', async () => {
    const ada = await net.member()
    payload(await net.link(ada, { provider: 'email' }))
    expect(await net.link(ada, { provider: 'chatapp' })).toMatchObject({ status: 409, code: 'link_required' })
    const { chatappUserId } = await net.linkChat(ada.email)
    const { linkedMethods, score } = payload(await net.link(ada, { provider: 'chatapp', value: chatappUserId }))
    expect(linkedMethods.chatapp).toEqual([chatappUserId])
    expect(score.points).toBe(26)
  })

  test('takes a session by cookie with a token in Authorization, from a trusted page', async () => {
    const ada = await net.member()
    const headers = { ...bearer(ada.token), cookie: ada.cookie }
    expect((await net.call('/accounts/link', { provider: 'email' }, { ...headers, origin: PAGE })).status).toBe(200)
    const foreign = { ...headers, origin: 'https://evil.example' }
    expect(await net.call('/accounts/link', { provider: 'email' }, foreign)).toMatchObject({ code: 'forbidden_origin' })
  })
})

describe('error', () => {
  test.each([
    [{ provider: 'google', value: 'x'.repeat(257) }, 400, 'invalid_request', 'value'],
    [{ provider: 'google' }, 409, 'identity_link_missing', 'provider'],
    [{ provider: 'external_eoa', value: '0x00' }, 400, 'invalid_request', 'value: must be an address'],
    [{ provider: 'wallet', value: 'not-an-address' }, 400, 'invalid_request', 'value: must be an address'],
    [
      { provider: 'external_eoa', value: `0x${'12'.repeat(20)}` },
      409,
      'identity_link_missing',
      'value: is neither a verified wallet',
    ],
    [{ provider: 'google', value: 'x\u0000' }, 400, 'invalid_request', 'control characters'],
    [{ provider: 'email', value: 'ada@example.com\n' }, 400, 'invalid_request', 'control characters'],
    [
      { provider: 'email', value: 'bob@example.com' },
      409,
      'identity_link_missing',
      'value: is not the verified e-mail address',
    ],
    [{ provider: 'chatapp', value: '42' }, 409, 'link_required', 'chat'],
    [{ provider: 'cointrend_cross_app' }, 503, 'provider_not_configured', 'provider'],
  ])('%j is %d %s', async (body, status, code, named) => {
    const answer = await net.link(await net.member(), body)
    expect(answer).toMatchObject({ status, code })
    expect(JSON.stringify(answer.json)).toContain(named)
  })

  test('the embedded wallet is not an external one, and the answer says so', async () => {
    const ada = await net.member()
    const { accountSignals } = payload(await net.link(ada, { provider: 'email' }))
    const answer = await net.link(ada, { provider: 'external_eoa', value: accountSignals.embeddedEoaAddress })
    expect(answer).toMatchObject({ status: 409, code: 'identity_link_missing' })
    expect(JSON.stringify(answer.json)).toContain('embedded wallet')
  })

  test('without a verified e-mail address that is the reason, whatever value says', async () => {
    const ada = await net.member()
    net.identity.users.unlink(ada.email, 'email')
    expect(await net.link(ada, { provider: 'email', value: 'bob@example.com' })).toMatchObject({
      status: 409,
      code: 'email_not_verified',
    })
  })

  test('another chat account than the user’s is the reason, not that none is linked', async () => {
    const ada = await net.member()
    payload(await net.link(ada, { provider: 'email' }))
    const { chatappUserId } = await net.linkChat(ada.email)
    const answer = await net.link(ada, { provider: 'chatapp', value: `${chatappUserId}0` })
    expect(answer).toMatchObject({ status: 409, code: 'identity_link_missing' })
    expect(JSON.stringify(answer.json)).toContain('value: is not the chat account')
  })

  test('needs both credentials', async () => {
    const { session, token } = await net.member()
    const body = { provider: 'email' }
    for (const headers of [
      {},
      bearer(session),
      bearer(token),
      { 'x-idp-token': token },
      { ...bearer(session), 'x-idp-token': 'x' },
    ])
      expect(await net.call('/accounts/link', body, headers)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('without the identity provider it is an outage, and nothing changes', async () => {
    const ada = await net.member()
    net.identity.setFaults({ status: 503 })
    expect(await net.link(ada, { provider: 'email' })).toMatchObject({ code: 'identity_provider_unavailable' })
    net.identity.setFaults({})
    expect(await net.count('linked_accounts', `id = '${ada.idpUserId}'`)).toBe(0)
  })
})

describe('security', () => {
  test('another person’s session and token do not make one account', async () => {
    const [ada, bob] = [await net.member(), await net.member()]
    payload(await net.link(ada, { provider: 'email' }))
    payload(await net.link(bob, { provider: 'email' }))
    const mixed = { session: ada.session, token: bob.token }
    const answer = await net.link(mixed, { provider: 'email' })
    expect(answer).toMatchObject({ status: 409, code: 'account_conflict' })
    expect(JSON.stringify(answer.json)).not.toContain('@')
    // Nor does a user who belongs to nobody yet get into an account that has one.
    const eve = await net.person()
    expect(await net.link({ ...ada, token: eve.token }, { provider: 'email' })).toMatchObject({
      code: 'account_conflict',
    })
    expect(await net.count('linked_accounts', `id = '${eve.idpUserId}'`)).toBe(0)
  })

  test('a value proves nothing', async () => {
    const [ada, victim] = [await net.member(), random.account().address]
    expect(await net.link(ada, { provider: 'external_eoa', value: victim })).toMatchObject({ status: 409 })
    expect(await net.count('profile_wallets', `address = '${victim.toLowerCase()}'`)).toBe(0)
  })

  test('an account that moves from one profile to another earns no points again', async () => {
    const [ada, bob] = [await net.member(), await net.member()]
    const account = google()
    net.identity.users.link(ada.email, account)
    expect(payload(await net.link(ada, { provider: 'google' })).score.points).toBe(20)
    net.identity.users.unlink(ada.email, 'google_oauth')
    net.identity.users.link(bob.email, account)
    expect(await net.link(bob, { provider: 'google' })).toMatchObject({ code: 'account_conflict' })
    expect(payload(await net.unlink(ada, { provider: 'google' })).score.points).toBe(20)
    const moved = payload(await net.link(bob, { provider: 'google' }))
    expect([moved.linkedMethods.google, moved.score.points]).toEqual([[account.subject], 0])
  })
})

describe('concurrency', () => {
  test('of two accounts that link one user, or one google account, at once, one gets it', async () => {
    const [ada, bob] = [await net.member(), await net.member()]
    const account = google()
    // A provider that does not keep its own rules shows it of both.
    for (const { email } of [ada, bob]) net.identity.users.forceLink(email, account)
    const outcomes = await Promise.all([
      ...Array.from({ length: 3 }, () => net.link(ada, { provider: 'google' })),
      ...Array.from({ length: 3 }, () => net.link(bob, { provider: 'google' })),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409])
    const owner = `kind = 'google' and id = '${account.subject}'`
    expect([await net.count('linked_accounts', owner)]).toEqual([1])

    const eve = await net.person()
    const sessions = [await net.wallet(), await net.wallet()]
    const both = await Promise.all(
      sessions.map(({ session }) => net.link({ session, token: eve.token }, { provider: 'email' })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await net.count('linked_accounts', `id in ('${eve.idpUserId}', '${eve.email}')`)).toBe(2)
    expect(
      await net.count('points', `profile_id in (select profile_id from linked_accounts where id = '${eve.email}')`),
    ).toBe(1)
  })
})
