import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { privateKeyToAccount } from 'viem/accounts'
import { numberToHex, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../localnet/migrate.ts'
import { createAccountStore, type Account, type AccountStore } from '../../shared/store/accounts.ts'
import { refusal } from '../auth/support.ts'
import { bundleWorker } from '../support/bundleWorker.ts'
import { answerRemoteD1, openRemoteD1 } from '../../localnet/steward.ts'

/** Two Workers, each an isolate of its own, over one D1; the test itself is a third client, by a Worker that does as requested. */
const WORKERS = ['first', 'second']
let runtime: Miniflare
let d1: D1Database
let store: AccountStore

beforeAll(async () => {
  const script = await bundleWorker({ file: join(import.meta.dirname, 'accountsWorker.ts') })
  const worker = {
    modules: true as const,
    compatibilityDate: '2026-09-01',
    d1Databases: { DB: 'accounts' },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  }
  const client = `${answerRemoteD1}
export default { fetch: (request, { DB }) => answerRemoteD1(request, DB) }`
  runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [{ ...worker, name: 'client', script: client }, ...WORKERS.map((name) => ({ ...worker, name, script }))],
    }),
  )
  await runtime.ready
  d1 = openRemoteD1(await runtime.unsafeGetDirectURL('client'))
  await migrate(d1)
  store = createAccountStore(d1)
})
afterAll(() => runtime.dispose())

let keys = 0
const newAddress = (): Address => privateKeyToAccount(numberToHex(++keys, { size: 32 })).address
const owner = (address = newAddress()) => ({ address, kind: 'owner' as const })
const smart = (address = newAddress()) => ({ address, kind: 'smart' as const })
const count = async (table: string): Promise<number> =>
  (await d1.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n ?? -1

async function openIn(worker: string, address: Address, kind: string): Promise<Account> {
  const answer = await fetch(new URL(`/?address=${address}&kind=${kind}`, await runtime.unsafeGetDirectURL(worker)))
  const account: Account = JSON.parse(await answer.text())
  return account
}

describe('opening', () => {
  test('makes an account of the wallet, which is its canonical one', async () => {
    const wallet = owner()
    const account = await store.open({ wallets: [wallet] }, 1)
    expect(account).toEqual({
      profileId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      canonicalWallet: wallet.address,
      wallets: [wallet],
      linked: [],
      proofs: [],
      madeBy: null,
    })
    expect(await store.findByWallet(wallet.address)).toEqual(account)
  })

  test('of a smart wallet alone is that wallet’s own, with its proof', async () => {
    const wallet = smart()
    const proof = {
      wallet: wallet.address,
      owner: newAddress(),
      signed: { hash: `0x${'12'.repeat(32)}`, signature: '0x3456' },
      counterfactual: true,
      singleOwner: false,
      block: null,
    } as const
    const account = await store.open({ wallets: [{ ...wallet, proof }] }, 1)
    expect(account).toMatchObject({ canonicalWallet: wallet.address, madeBy: wallet.address, proofs: [proof] })
    expect(await store.findById(account.profileId)).toEqual(account)
  })

  test('of a person with a smart wallet is nobody’s but theirs: the wallet is the first owner’s', async () => {
    const wallets = [smart(), owner(), owner()] as const
    const proof = { signed: null, counterfactual: false, singleOwner: true, block: null }
    expect(await store.open({ wallets }, 1)).toMatchObject({
      madeBy: null,
      proofs: [{ ...proof, wallet: wallets[0].address, owner: wallets[1].address }],
    })
  })

  const joins = async (node: string) =>
    (await d1.prepare('select a, b, since, until from person_joins where a = ?1 or b = ?1').bind(node).all()).results
  const node = ({ address }: { address: Address }) => `wallet:${address.toLowerCase()}`

  test('records from when on wallets are one person’s, with several owners or one', async () => {
    const [key, single, shared] = [owner(), smart(), smart()]
    const proof = { owner: key.address, signed: null, counterfactual: false }
    const { profileId } = await store.open(
      {
        wallets: [
          key,
          { ...single, proof: { ...proof, wallet: single.address, singleOwner: true, block: null } },
          { ...shared, proof: { ...proof, wallet: shared.address, singleOwner: false, block: null } },
        ],
      },
      7,
    )
    const account = `account:${profileId}`
    expect((await joins(account)).map(({ b }) => b).toSorted()).toEqual(
      [node(key), node(single), node(shared)].toSorted(),
    )
    for (const wallet of [single, shared]) {
      const [a, b] = [node(key), node(wallet)].toSorted()
      expect(await joins(node(wallet))).toEqual(
        expect.arrayContaining([
          { a: account, b: node(wallet), since: 7, until: null },
          { a, b, since: 7, until: null },
        ]),
      )
    }
  })

  test('security: a sign-in as a smart wallet joins it to the key that signed, and ends the one before, also of a linked wallet', async () => {
    const [key, other, wallet] = [owner(), owner(), smart()]
    const { profileId } = await store.open({ wallets: [key, wallet] }, 1)
    const signIn = (signers: readonly `0x${string}`[], at: number) =>
      store.open({ wallets: [{ ...wallet, signers }] }, at)
    const open = async () =>
      (await joins(node(wallet)))
        .flatMap(({ a, b, until }) => (until === null ? [a === node(wallet) ? b : a] : []))
        .toSorted()
    const passkey = `0x${'ab'.repeat(32)}` as const
    const linked = `account:${profileId}`
    expect(await open()).toEqual([linked, node(key)])
    await signIn([other.address], 2)
    expect(await open()).toEqual([linked, node(other)])
    await signIn([passkey], 3)
    expect(await open()).toEqual([linked, `key:${passkey}`])
    // A sign-in without known keys changes nothing.
    await signIn([], 4)
    expect(await open()).toEqual([linked, `key:${passkey}`])
    await Promise.all([signIn([key.address], 5), signIn([other.address], 5)])
    expect(await open()).toHaveLength(2)
    expect(await joins(node(wallet))).toHaveLength(6)
  })

  test('finds the account that is there, whichever of its wallets comes, and changes nothing', async () => {
    const wallets = [owner(), owner()] as const
    const account = await store.open({ wallets }, 1)
    const before = await count('profile_wallets')
    for (const wallet of wallets) expect(await store.open({ wallets: [wallet] }, 2)).toEqual(account)
    expect(await store.open({ wallets: [{ ...wallets[0], kind: 'smart' }, owner()] }, 3)).toEqual(account)
    expect(await count('profile_wallets')).toBe(before)
  })

  test.each([
    ['the smart wallet, where one is linked', [owner(), smart()] as const, 1],
    ['the first of two smart wallets', [owner(), smart(), smart()] as const, 1],
    ['else the one that signed in', [owner(), owner()] as const, 0],
  ])('makes canonical %s', async (_name, wallets, canonical) => {
    expect((await store.open({ wallets }, 1)).canonicalWallet).toBe(wallets[canonical]?.address)
  })

  test('leaves what belongs to another account there', async () => {
    const [theirs, ours] = [owner(), owner()]
    const social = { kind: 'social', id: '42', handle: 'them' } as const
    const them = await store.open({ wallets: [theirs], linked: [social] }, 1)
    const us = await store.open({ wallets: [ours, theirs], linked: [{ ...social, handle: 'us' }] }, 2)
    expect(us).toMatchObject({ wallets: [ours], linked: [] })
    expect(await store.findByWallet(theirs.address)).toEqual(them)
    expect(await store.findByLinkedAccount('social', '42')).toEqual(them)
  })
})

describe('concurrency', () => {
  test('of 40 first sign-ins of a wallet at once, in two isolates, one makes the account and all get it', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await count('profiles')
      const { address } = owner()
      const accounts = await Promise.all(
        Array.from({ length: 40 }, (_, i) => openIn(WORKERS[i % 2] ?? '', address, i % 4 < 2 ? 'owner' : 'smart')),
      )
      expect(new Set(accounts.map(({ profileId }) => profileId)).size).toBe(1)
      expect(accounts[0]).toMatchObject({ canonicalWallet: address, wallets: [{ address }] })
      expect(await count('profiles')).toBe(before + 1)
    }
  })

  test('wallets that come first at once get an account each', async () => {
    const before = await count('profiles')
    const wallets = Array.from({ length: 20 }, () => owner())
    const accounts = await Promise.all(wallets.map(({ address }, i) => openIn(WORKERS[i % 2] ?? '', address, 'owner')))
    expect(accounts.map(({ canonicalWallet }) => canonicalWallet)).toEqual(wallets.map(({ address }) => address))
    expect(await count('profiles')).toBe(before + 20)
  })

  test('no profile is without a wallet, and none has two canonical ones', async () => {
    const { results } = await d1
      .prepare(
        `select id, (select count(*) from profile_wallets where profile_id = id and canonical = 1) as n from profiles
         where n <> 1`,
      )
      .all()
    expect(results).toEqual([])
  })
})

describe('error', () => {
  test('a database that fails is store_unavailable in every method, and nothing is left half done', async () => {
    const wallet = owner()
    const profiles = await count('profiles')
    await d1.exec('alter table profile_wallets rename to moved')
    expect(await refusal(store.open({ wallets: [wallet] }, 1))).toMatchObject({ code: 'store_unavailable' })
    expect(await refusal(store.findByWallet(wallet.address))).toMatchObject({ code: 'store_unavailable' })
    expect(await refusal(store.findByLinkedAccount('social', '1'))).toMatchObject({ code: 'store_unavailable' })
    await d1.exec('alter table moved rename to profile_wallets')

    await d1.exec(`create trigger full before insert on linked_accounts begin select raise(abort, 'full'); end`)
    const linked = [{ kind: 'svm', id: 'x', handle: null }] as const
    expect(await refusal(store.open({ wallets: [wallet], linked }, 1))).toMatchObject({ code: 'store_unavailable' })
    expect(await store.findByWallet(wallet.address)).toBeNull()
    await d1.exec('drop trigger full')
    expect(await count('profiles')).toBe(profiles)
    expect((await store.open({ wallets: [wallet] }, 1)).canonicalWallet).toBe(wallet.address)
  })
})
