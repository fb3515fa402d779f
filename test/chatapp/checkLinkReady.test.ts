import { describe, expect, test } from 'vitest'
import { OWNER_EMAIL } from '../../localnet/identity/startIdentity.ts'
import { LinkReadiness } from '../../schema/chatapp/answers.ts'
import { bearer, dataOf } from '../account/support.ts'
import { startChatappNet } from './startChatappNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startChatappNet())

const ready = (token: string, body: object) => net.call('link/ready', body, bearer(token))
const count = async (table: string) =>
  (await (await net.database()).prepare(`select count(*) n from ${table}`).first<{ n: number }>())?.n

describe('happy', () => {
  test('is ready for the verified e-mail of the bearer’s user, however it is written', async () => {
    const { token, userId } = await net.signIn('ada@example.com')
    const account = { idpUserId: userId, email: 'ada@example.com', emailVerified: true, canonicalCswAddress: null }
    for (const email of ['ada@example.com', ' Ada@Example.COM '])
      expect(dataOf(await ready(token, { email }), LinkReadiness)).toEqual({ ready: true, account })
  })

  test('says the canonical wallet of an account that has one', async () => {
    const { token } = await net.signIn(OWNER_EMAIL)
    const { account } = dataOf(await ready(token, { email: OWNER_EMAIL }), LinkReadiness)
    expect(account?.canonicalCswAddress).toBe(net.world.contracts.wallet)
  })

  test('takes the token in its own header too, and a live session along', async () => {
    const { token } = await net.signIn('header@example.com')
    const body = { email: 'header@example.com', sessionToken: await net.token() }
    const answer = await net.call('link/ready', body, { 'x-idp-token': token })
    expect(dataOf(answer, LinkReadiness).ready).toBe(true)
  })
})

describe('error', () => {
  test('is not ready for another e-mail, and says nothing about whose that is', async () => {
    await net.signIn('known@example.com')
    const { token } = await net.signIn('asker@example.com')
    const before = await count('profiles')
    for (const email of ['known@example.com', 'nobody@example.com'])
      expect(dataOf(await ready(token, { email }), LinkReadiness)).toEqual({ ready: false, account: null })
    expect(await count('profiles')).toBe(before)
  })

  test.each([['a b@c.de'], [`${'a'.repeat(250)}@b.cd`]])('refuses %s', async (email) => {
    const token = await net.identity.tokens.issue('did:privy:anybody')
    expect(await ready(token, { email })).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('a session that is sent must be one', async () => {
    const { token } = await net.signIn('session@example.com')
    expect(await ready(token, { email: 'session@example.com', sessionToken: 'x' })).toMatchObject({
      status: 400,
      code: 'invalid_miniapp_session',
    })
  })

  test('a provider that fails or hangs is an outage with Retry-After, never "not ready"', async () => {
    const { token } = await net.signIn('outage@example.com')
    net.identity.setFaults({ status: 500 })
    try {
      const answer = await ready(token, { email: 'outage@example.com' })
      expect(answer).toMatchObject({ status: 502, code: 'identity_provider_unavailable' })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      net.identity.setFaults({})
    }
  })
})

describe('security', () => {
  test('an expired token is 401', async () => {
    const { userId } = await net.signIn('late@example.com')
    const expired = await net.identity.tokens.issue(userId, -60)
    const email = 'late@example.com'
    expect(await ready(expired, { email })).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('a user that the provider does not have any more is 401', async () => {
    const token = await net.identity.tokens.issue('did:privy:deleted00000000000000000')
    expect(await ready(token, { email: 'ada@example.com' })).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('an e-mail that another account had is a conflict, which unlinks it there and changes nothing else', async () => {
    const { token } = await net.signIn('first@example.com')
    dataOf(await ready(token, { email: 'first@example.com' }), LinkReadiness)
    const d1 = await net.database()
    await d1
      .prepare(
        `insert into linked_accounts (kind, id, profile_id, handle, linked_at) values ('email', 'second@example.com', 'profile-agent', null, 0)`,
      )
      .run()
    const other = await net.signIn('second@example.com')
    // The provider's user has an account of its own by the wallet of another.
    net.identity.users.setWallets('second@example.com', [
      { address: '0x00000000000000000000000000000000000000cc', kind: 'external' },
    ])
    await d1
      .prepare(
        `insert into profile_wallets (address, profile_id, kind, canonical, linked_at) values ('0x00000000000000000000000000000000000000cc', 'profile-voter', 'owner', 0, 0)`,
      )
      .run()
    const before = await count('linked_accounts')
    expect(await ready(other.token, { email: 'second@example.com' })).toMatchObject({
      status: 409,
      code: 'account_conflict',
    })
    expect(await count('linked_accounts')).toBe((before ?? 0) - 1)
  })
})

describe('concurrency', () => {
  test('opens one account, however many ask at once', async () => {
    const { token, userId } = await net.signIn('race@example.com')
    const before = (await count('profiles')) ?? 0
    const answers = await Promise.all(Array.from({ length: 20 }, () => ready(token, { email: 'race@example.com' })))
    expect(answers.map((answer) => dataOf(answer, LinkReadiness).account?.idpUserId)).toEqual(Array(20).fill(userId))
    expect(await count('profiles')).toBe(before + 1)
  })
})
