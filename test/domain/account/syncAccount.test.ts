import { beforeEach, describe, expect, test } from 'vitest'
import type { IdentityWallet } from '../../../shared/idp/IdentityProvider.ts'
import { syncAccount } from '../../../shared/domain/account/syncAccount.ts'
import { createAccountStore } from '../../../shared/store/accounts.ts'
import { createIdentityStore } from '../../../shared/store/identities.ts'
import { seeded } from '../../support/seeded.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'

const random = seeded('identities')
let d1: D1Database
beforeEach(async () => {
  d1 = await migratedD1()
})

/** Other users are looked up at the provider only in a session. */
const provider = { findUser: () => Promise.reject(new Error('asked about another user')) }
const stores = () => ({ identities: createIdentityStore(d1), accounts: createAccountStore(d1), provider })
const sync = (id: string, email: string, wallets: readonly IdentityWallet[] = [], now = 1000) =>
  syncAccount({ id, email, wallets }, stores(), now)
const wallet = (kind: IdentityWallet['kind'] = 'embedded'): IdentityWallet => ({
  address: random.account().address,
  kind,
})
const count = async (table: string) => (await d1.prepare(`select count(*) n from ${table}`).first<{ n: number }>())?.n
const emails = async () =>
  (
    await d1.prepare(`select id from linked_accounts where kind = 'email' order by id`).all<{ id: string }>()
  ).results.map(({ id }) => id)

describe('happy', () => {
  test('opens an account for a newcomer: e-mail, user and the wallet that signs', async () => {
    const signer = wallet()
    const account = await sync('did:1', 'ada@example.com', [signer])
    expect(account.canonicalWallet).toBe(signer.address)
    expect(account.linked.map(({ kind, id }) => [kind, id])).toEqual(
      expect.arrayContaining([
        ['idp', 'did:1'],
        ['email', 'ada@example.com'],
      ]),
    )
  })

  test('a second time changes nothing', async () => {
    const signer = wallet()
    const first = await sync('did:1', 'ada@example.com', [signer])
    expect(await sync('did:1', 'ada@example.com', [signer], 2000)).toEqual(first)
    expect(await count('profiles')).toBe(1)
  })

  test('brings a wallet that came later, and leaves the canonical one', async () => {
    const first = await sync('did:1', 'ada@example.com', [wallet()])
    const later = await sync('did:1', 'ada@example.com', [wallet('external')])
    expect(later.wallets).toHaveLength(2)
    expect(later.canonicalWallet).toBe(first.canonicalWallet)
  })

  test('finds the account that a wallet opened by signing in', async () => {
    const signer = wallet('external')
    const signedIn = await stores().accounts.open({ wallets: [{ address: signer.address, kind: 'owner' }] }, 1)
    expect((await sync('did:1', 'ada@example.com', [signer])).profileId).toBe(signedIn.profileId)
  })

  test('a user with another address than before keeps the account', async () => {
    const first = await sync('did:1', 'old@example.com')
    expect((await sync('did:1', 'new@example.com')).profileId).toBe(first.profileId)
    expect(await emails()).toEqual(['new@example.com'])
  })
})

describe('security', () => {
  test('a smart wallet does not come along: its owner is confirmed elsewhere', async () => {
    const account = await sync('did:1', 'ada@example.com', [wallet('smart'), wallet()])
    expect(account.wallets.map(({ kind }) => kind)).toEqual(['owner'])
  })

  test('an e-mail address that the user has given up goes, so that its next owner gets no account of hers', async () => {
    const ada = await sync('did:1', 'old@example.com')
    expect((await sync('did:1', 'new@example.com')).profileId).toBe(ada.profileId)
    expect(await emails()).toEqual(['new@example.com'])
    expect((await sync('did:2', 'old@example.com')).profileId).not.toBe(ada.profileId)
  })

  test('an e-mail address that another user has now leads nowhere once, is unlinked, and is then the other user’s', async () => {
    const ada = await sync('did:1', 'old@example.com', [wallet()])
    await expect(sync('did:2', 'old@example.com', [wallet()])).rejects.toMatchObject({ code: 'account_conflict' })
    expect([await emails(), await count('profiles'), await count('profile_wallets')]).toEqual([[], 1, 1])
    const next = await sync('did:2', 'old@example.com', [wallet()])
    expect(next.profileId).not.toBe(ada.profileId)
    expect((await sync('did:1', 'new@example.com')).profileId).toBe(ada.profileId)
    expect(await emails()).toEqual(['new@example.com', 'old@example.com'])
  })

  test('an answer of the provider that is older than the move brings nobody else into the account', async () => {
    const ada = await sync('did:1', 'old@example.com')
    await expect(sync('did:2', 'old@example.com')).rejects.toMatchObject({ code: 'account_conflict' })
    await sync('did:1', 'old@example.com')
    // Nor does it between the look and the change.
    const linked = [{ kind: 'email', id: 'old@example.com', handle: null }] as const
    const late = { idpUserId: 'did:2', email: 'old@example.com', linked, wallets: [] }
    const owners = await stores().identities.attach(ada.profileId, late, false, 2000)
    expect([owners.idp, owners.formerOfEmail]).toEqual([null, ada.profileId])
    expect((await stores().accounts.findById(ada.profileId))?.linked.map(({ id }) => id)).toEqual(['did:1'])
  })

  test('a conflict over a wallet changes neither account', async () => {
    const shared = wallet('external')
    await sync('did:1', 'ada@example.com', [shared])
    await sync('did:2', 'bob@example.com', [wallet()])
    const before = [await count('linked_accounts'), await count('profile_wallets'), await count('profiles')]
    const attempt = sync('did:2', 'bob@example.com', [wallet('external'), shared])
    await expect(attempt).rejects.toMatchObject({ code: 'account_conflict' })
    expect([await count('linked_accounts'), await count('profile_wallets'), await count('profiles')]).toEqual(before)
    expect(await emails()).toEqual(['ada@example.com', 'bob@example.com'])
  })

  test('a wallet of an account that has an e-mail address gives it to no other address', async () => {
    const shared = wallet('external')
    const ada = await sync('did:1', 'ada@example.com', [shared])
    await expect(sync('did:2', 'mallory@example.com', [shared])).rejects.toMatchObject({ code: 'account_conflict' })
    expect(await emails()).toEqual(['ada@example.com'])
    // Nor does it between the look and the change.
    const linked = [{ kind: 'email', id: 'mallory@example.com', handle: null }] as const
    const late = { idpUserId: 'did:2', email: 'mallory@example.com', linked, wallets: [shared.address] }
    await stores().identities.attach(ada.profileId, late, false, 2000)
    expect(await emails()).toEqual(['ada@example.com'])
  })

  test('more wallets than twenty are not looked at', async () => {
    const account = await sync(
      'did:1',
      'ada@example.com',
      Array.from({ length: 30 }, () => wallet()),
    )
    expect(account.wallets).toHaveLength(20)
  })
})

describe('concurrency', () => {
  test('opens one account for one user, however many ask', async () => {
    const signer = wallet()
    const accounts = await Promise.all(Array.from({ length: 10 }, () => sync('did:1', 'ada@example.com', [signer])))
    expect(new Set(accounts.map(({ profileId }) => profileId)).size).toBe(1)
    expect(await count('profiles')).toBe(1)
  })

  test('of two users with one wallet, one gets it whole, and the other nothing', async () => {
    const shared = wallet('external')
    const outcomes = await Promise.allSettled([
      sync('did:1', 'ada@example.com', [shared]),
      sync('did:2', 'bob@example.com', [shared]),
    ])
    const profiles = new Set(outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.profileId] : [])))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(profiles.size).toBe(1)
    expect(await count('profiles')).toBe(1)
    expect(await count('profile_wallets')).toBe(1)
  })
})

describe('error', () => {
  test('a store that fails is an outage', async () => {
    await d1.exec('alter table linked_accounts rename to away')
    try {
      await expect(sync('did:1', 'ada@example.com')).rejects.toMatchObject({ code: 'store_unavailable' })
    } finally {
      await d1.exec('alter table away rename to linked_accounts')
    }
  })
})
