import type { LocalAccount } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Linkable, partsToLink } from '../../../functions/account/accounts/linkable.ts'
import { linkUser } from '../../../functions/account/accounts/linkUser.ts'
import { syncAccount } from '../../../shared/domain/account/syncAccount.ts'
import type { IdentityUser } from '../../../shared/idp/IdentityProvider.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { createAccountStore } from '../../../shared/store/accounts.ts'
import { createIdentityStore } from '../../../shared/store/identities.ts'
import { seeded } from '../../support/seeded.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'

const random = seeded('linked users')
let d1: D1Database
beforeEach(async () => {
  d1 = await migratedD1()
})

let findUser: (id: string) => Promise<IdentityUser | null> = async (id) => user(id)
const provider = { findUser: (id: string) => findUser(id) }
const stores = () => ({ identities: createIdentityStore(d1), accounts: createAccountStore(d1), provider })
const user = (id: string, more: Partial<IdentityUser> = {}): IdentityUser => ({
  id,
  email: `${id}@example.com`,
  wallets: [],
  svmWallets: [],
  accounts: [{ kind: 'google', id: `google of ${id}`, handle: null }],
  crossApps: [],
  chatapp: null,
  ...more,
})
const signIn = async (wallet: LocalAccount = random.account()) => {
  const { address } = wallet
  return stores().accounts.open({ wallets: [{ address, kind: 'owner' }] }, 1)
}
const walletOf = (account: Awaited<ReturnType<typeof signIn>>) => account.wallets[0]?.address ?? '0x'
const link = (who: IdentityUser, session: Awaited<ReturnType<typeof signIn>>, provider: Linkable = 'google') =>
  linkUser(who, partsToLink(provider, undefined, who, walletOf(session)), walletOf(session), stores(), 2)
const kinds = ({ linked }: Awaited<ReturnType<typeof signIn>>) => linked.map(({ kind }) => kind).toSorted()

describe('happy', () => {
  test('attaches a user who belongs to nobody, with what is named and nothing else', async () => {
    const ada = await signIn()
    const linked = await link(user('ada'), ada)
    expect([linked.profileId, kinds(linked)]).toEqual([ada.profileId, ['google', 'idp']])
  })

  test('an account opened by the user is found by the session of its wallet', async () => {
    const wallet = random.account()
    const who = user('ada', { wallets: [{ address: wallet.address, kind: 'embedded' }] })
    const opened = await syncAccount({ ...who, email: 'ada@example.com' }, stores(), 1)
    expect((await link(who, await signIn(wallet))).profileId).toBe(opened.profileId)
  })
})

describe('an account whose user the provider no longer has', () => {
  const renew = () => user('ada again', { email: 'ada@example.com', accounts: [] })
  const withUser = async () => {
    const ada = await signIn()
    await link(user('ada'), ada)
    await link(user('ada'), ada, 'email')
    return ada
  }
  const ids = async ({ profileId }: { profileId: string }) =>
    (await stores().accounts.findById(profileId))?.linked.map(({ id }) => id).toSorted()

  test('gets the user who signs in with a wallet of it, in place of the one who is gone', async () => {
    const ada = await withUser()
    findUser = async () => null
    expect((await link(renew(), ada, 'email')).profileId).toBe(ada.profileId)
    expect(await ids(ada)).toEqual(['ada again', 'ada@example.com', 'google of ada'])
  })

  test('is nobody’s while the provider has the user, and it is unknown whose while the provider is out of reach', async () => {
    const ada = await withUser()
    findUser = async (id) => user(id, { email: 'elsewhere@example.com' })
    await expect(link(renew(), ada, 'email')).rejects.toMatchObject({ code: 'account_conflict' })
    findUser = () => Promise.reject(new ApiError('identity_provider_unavailable'))
    await expect(link(renew(), ada, 'email')).rejects.toMatchObject({ code: 'identity_provider_unavailable' })
    expect(await ids(ada)).toEqual(['ada', 'google of ada'])
  })

  test('is not reached by an e-mail address, nor by another wallet of the provider’s', async () => {
    const ada = await withUser()
    findUser = async () => null
    const wallets = [{ address: walletOf(ada), kind: 'external' }] as const
    for (const code of ['email', 'wallet'])
      await expect(
        syncAccount({ ...renew(), email: 'ada@example.com', wallets }, stores(), 3),
        code,
      ).rejects.toMatchObject({ code: 'account_conflict' })
    expect(await ids(ada)).toEqual(['ada', 'google of ada'])
  })

  test('of two new users at one time one gets it', async () => {
    const ada = await withUser()
    findUser = async (id) => (id === 'ada' ? null : user(id))
    const outcomes = await Promise.allSettled([link(user('bob'), ada, 'email'), link(user('eve'), ada, 'email')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await stores().accounts.findById(ada.profileId))?.linked.filter(({ kind }) => kind === 'idp')).toHaveLength(
      1,
    )
  })
})

describe('security', () => {
  beforeEach(() => void (findUser = async (id) => user(id)))

  test.each<[string, Partial<IdentityUser>]>([
    ['the e-mail address', { email: 'bob@example.com' }],
    ['an account elsewhere', { accounts: [{ kind: 'google', id: 'google of bob', handle: null }] }],
    ['the user itself', { id: 'bob' }],
  ])('a part that belongs to another account is a conflict: %s', async (_, more) => {
    const [ada, bob] = [await signIn(), await signIn()]
    await link(user('bob'), bob, 'email')
    await link(user('bob'), bob)
    await expect(link(user('ada', more), ada)).rejects.toMatchObject({ code: 'account_conflict' })
    expect((await stores().accounts.findById(ada.profileId))?.linked).toEqual([])
  })

  test('a session lets no second user into its account, be it between the look and the change', async () => {
    const ada = await signIn()
    await link(user('ada'), ada)
    await expect(link(user('eve'), ada)).rejects.toMatchObject({ code: 'account_conflict' })
    const late = { idpUserId: 'eve', email: 'eve@example.com', linked: [], wallets: [] }
    await stores().identities.attach(ada.profileId, late, false, 3)
    expect(kinds((await stores().accounts.findById(ada.profileId)) ?? ada)).toEqual(['google', 'idp'])
  })

  test('a session whose account is gone opens none', async () => {
    const ada = await signIn()
    await d1.exec('delete from profile_wallets')
    await expect(link(user('ada'), ada)).rejects.toMatchObject({ code: 'unauthenticated' })
    await stores().identities.attach('gone', { idpUserId: 'ada', email: null, linked: [], wallets: [] }, false, 3)
    expect(await stores().accounts.findByLinkedAccount('idp', 'ada')).toBeNull()
  })
})
