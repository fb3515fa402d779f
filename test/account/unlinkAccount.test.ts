import { describe, expect, test } from 'vitest'
import { createIdentityStore } from '../../shared/store/identities.ts'
import { seeded } from '../support/seeded.ts'
import { type Member, payload, startLinkNet } from './startLinkNet.ts'
import { bearer, call, me, signIn } from './support.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLinkNet())

const random = seeded('unlinked accounts')
let subjects = 0
const google = () => ({ type: 'google_oauth', subject: `20483${++subjects}` }) as const

/** A member with another wallet, which the provider has verified and forgotten again. */
async function withSecondWallet(): Promise<Member & { readonly second: ReturnType<typeof random.account> }> {
  const ada = await net.member()
  const second = random.account()
  net.identity.users.setWallets(ada.email, [{ address: second.address, kind: 'external' }])
  payload(await net.link(ada, { provider: 'external_eoa' }))
  net.identity.users.setWallets(ada.email, [])
  return { ...ada, second }
}

describe('happy', () => {
  test('unlinks one or all of a provider, keeps points, and may be repeated', async () => {
    const ada = await net.member()
    const [one, other] = [google(), google()]
    for (const account of [one, other]) {
      net.identity.users.link(ada.email, account)
      payload(await net.link(ada, { provider: 'google' }))
      net.identity.users.unlink(ada.email, 'google_oauth')
    }
    const left = payload(await net.unlink(ada, { provider: 'google', value: one.subject }))
    expect([left.linkedMethods.google, left.score.points]).toEqual([[other.subject], 20])
    for (let i = 0; i < 2; i++)
      expect(payload(await net.unlink(ada, { provider: 'google' })).linkedMethods.google).toEqual([])
  })

  test('unlinks a wallet, and the session’s takes the place of the canonical one', async () => {
    const { second, ...ada } = await withSecondWallet()
    const again = await net.wallet(second)
    const moved = payload(
      await net.unlink(
        { ...ada, session: again.session },
        { provider: 'external_eoa', value: ada.wallet.address.toLowerCase() },
      ),
    )
    expect(moved.linkedMethods.external_eoa).toEqual([second.address])
    expect(moved.accountSignals.primaryWalletAddress).toBe(second.address)
    expect(await call(net.api, 'me', undefined, bearer(ada.session))).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
    expect((await me(net.api, bearer((await signIn(net.api, ada.wallet)).token))).account).toMatchObject({
      wallets: [{ address: ada.wallet.address }],
    })
  })

  test('ends the chat app’s link in its own record', async () => {
    const ada = await net.member()
    payload(await net.link(ada, { provider: 'email' }))
    const { chatappUserId } = await net.linkChat(ada.email)
    expect(payload(await net.link(ada, { provider: 'chatapp' })).linkedMethods.chatapp).toEqual([chatappUserId])
    await expect.poll(() => net.count('linked_accounts', `id = '${chatappUserId}'`)).toBe(1)
    expect(payload(await net.unlink(ada, { provider: 'chatapp' })).linkedMethods.chatapp).toEqual([])
    const user = (await net.objects('CHATAPP_USERS')).getByName(chatappUserId)
    const findLink: unknown = Reflect.get(user, 'findLink')
    expect(typeof findLink === 'function' && (await findLink())).toMatchObject({ revokedAt: expect.any(Number) })
    await expect.poll(() => net.count('linked_accounts', `id = '${chatappUserId}'`)).toBe(0)
  })
})

describe('error', () => {
  test.each<[object, number, string]>([
    [{ provider: 'google', value: '10483\u0000' }, 400, 'invalid_request'],
    [{ provider: 'email', value: '\tada@example.com' }, 400, 'invalid_request'],
    [{ provider: 'external_eoa', value: 'not-an-address' }, 400, 'invalid_request'],
    [{ provider: 'external_eoa', value: '' }, 400, 'invalid_request'],
    [{ provider: 'email', value: '' }, 400, 'invalid_request'],
    [{ provider: 'email', value: 'ada' }, 400, 'invalid_request'],
    [{ provider: 'chatapp', value: '0' }, 400, 'invalid_request'],
    [{ provider: 'twitter', value: '@ada' }, 400, 'invalid_request'],
    ...['google', 'apple', 'twitter', 'tiktok', 'email', 'chatapp', 'external_eoa'].map(
      (provider): [object, number, string] => [{ provider, value: '<script>' }, 400, 'invalid_request'],
    ),
    [{ provider: 'cointrend_cross_app' }, 503, 'provider_not_configured'],
  ])('%j is %d %s', async (body, status, code) => {
    expect(await net.unlink(await net.member(), body)).toMatchObject({ status, code })
  })

  test('what the provider would link again has to be removed there first', async () => {
    const ada = await net.member()
    payload(await net.link(ada, { provider: 'email' }))
    expect(await net.unlink(ada, { provider: 'email' })).toMatchObject({ status: 409, code: 'linked_at_provider' })
    net.identity.users.unlink(ada.email, 'email')
    expect(payload(await net.unlink(ada, { provider: 'email', value: ada.email.toUpperCase() })).email).toBeNull()

    const { second, ...bob } = await withSecondWallet()
    net.identity.users.setWallets(bob.email, [{ address: second.address, kind: 'external' }])
    const wallet = { provider: 'external_eoa', value: second.address }
    expect(await net.unlink(bob, wallet)).toMatchObject({ status: 409, code: 'linked_at_provider' })
  })
})

describe('security', () => {
  test('the wallet of the session stays', async () => {
    const ada = await withSecondWallet()
    for (const value of [ada.wallet.address, null])
      expect(await net.unlink(ada, { provider: 'external_eoa', value })).toMatchObject({ code: 'last_login_method' })
    expect((await me(net.api, bearer(ada.session))).account?.wallets).toHaveLength(2)
  })

  test('a user of another account, or of none, unlinks nothing', async () => {
    const [ada, bob] = [await net.member(), await net.member()]
    const account = google()
    net.identity.users.link(ada.email, account)
    payload(await net.link(ada, { provider: 'google' }))
    expect(await net.unlink({ ...ada, token: bob.token }, { provider: 'google' })).toMatchObject({
      code: 'account_conflict',
    })
    payload(await net.link(bob, { provider: 'email' }))
    payload(await net.unlink(bob, { provider: 'google', value: account.subject }))
    expect(await net.count('linked_accounts', `id = '${account.subject}'`)).toBe(1)
  })
})

describe('concurrency', () => {
  test('of two sessions that unlink each other’s wallet at once, one does', async () => {
    const { second, ...ada } = await withSecondWallet()
    const other = { ...ada, session: (await net.wallet(second)).session }
    const outcomes = await Promise.all([
      net.unlink(ada, { provider: 'external_eoa', value: second.address }),
      net.unlink(other, { provider: 'external_eoa', value: ada.wallet.address }),
    ])
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await net.count(
        'profile_wallets',
        `address in ('${ada.wallet.address.toLowerCase()}', '${second.address.toLowerCase()}')`,
      ),
    ).toBe(1)
  })

  test('the store keeps the last wallet, for every caller', async () => {
    const ada = await net.member()
    const db = await net.database()
    const profileId =
      (await db
        .prepare('select profile_id from profile_wallets where address = ?')
        .bind(ada.wallet.address.toLowerCase())
        .first<string>('profile_id')) ?? ''
    const session = random.account().address
    await createIdentityStore(db).detach(profileId, { linked: [], wallets: [ada.wallet.address] }, session, 1)
    expect(await net.count('profile_wallets', `profile_id = '${profileId}'`)).toBe(1)
  })
})
