import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccountStore } from '../../shared/store/accounts.ts'
import { createHandoffStore } from '../../functions/account/store/handoffs.ts'
import { accountNode, walletNode } from '../../shared/store/persons.ts'
import { applyMigrations, MIGRATIONS, openMigratedD1 } from './openMigratedD1.ts'

const AUTHORITY = '0011_authority.sql'
const address = (digit: string) => `0x${digit.repeat(40)}` as const
const [key, later, other, smart, second, alone, lone, sameTime, only, owned] = '123456789a'.split('').map(address)

interface Row {
  readonly profile: string
  readonly wallet: string | undefined
  readonly kind: 'owner' | 'smart'
  readonly at: number
  readonly canonical?: boolean
}

/** Accounts as they were before it was kept how their smart wallets were proven. */
const BEFORE: readonly Row[] = [
  { profile: 'person', wallet: later, kind: 'owner', at: 30 },
  { profile: 'person', wallet: key, kind: 'owner', at: 10 },
  { profile: 'person', wallet: smart, kind: 'smart', at: 20, canonical: true },
  { profile: 'person', wallet: second, kind: 'smart', at: 40 },
  { profile: 'tie', wallet: sameTime, kind: 'owner', at: 5, canonical: true },
  { profile: 'tie', wallet: other, kind: 'owner', at: 5 },
  { profile: 'wallet', wallet: alone, kind: 'smart', at: 50, canonical: true },
  { profile: 'single', wallet: only, kind: 'owner', at: 70 },
  { profile: 'single', wallet: owned, kind: 'smart', at: 80, canonical: true },
  { profile: 'key', wallet: lone, kind: 'owner', at: 60, canonical: true },
]

let d1: D1Database
let close: () => Promise<void>
beforeAll(async () => {
  const at = MIGRATIONS.indexOf(AUTHORITY)
  expect(at).toBeGreaterThan(0)
  ;({ d1, close } = await openMigratedD1(MIGRATIONS.slice(0, at)))
  const profiles = [...new Set(BEFORE.map(({ profile }) => profile)), 'empty']
  await d1.batch([
    ...profiles.map((id) => d1.prepare('insert into profiles (id, created_at) values (?, 1)').bind(id)),
    ...BEFORE.map(({ profile, wallet, kind, at: linkedAt, canonical }) =>
      d1
        .prepare('insert into profile_wallets (address, profile_id, kind, canonical, linked_at) values (?, ?, ?, ?, ?)')
        .bind(wallet, profile, kind, Number(canonical ?? false), linkedAt),
    ),
    d1.prepare(
      `insert into handoff_codes (code_hash, profile_id, address, created_at, expires_at)
       values ('live', 'person', '${key}', 1, 32503680000), ('used', 'key', '${lone}', 1, 2)`,
    ),
  ])
  await applyMigrations(d1, MIGRATIONS.slice(at))
})
afterAll(() => close())

const rows = async (sql: string) => (await d1.prepare(sql).all()).results

describe('what is from before', () => {
  test('an account without a wallet of a key was opened by its smart wallet; no other was', async () => {
    expect(await rows('select id, made_by from profiles order by id')).toEqual([
      { id: 'empty', made_by: null },
      { id: 'key', made_by: null },
      { id: 'person', made_by: null },
      { id: 'single', made_by: null },
      { id: 'tie', made_by: null },
      { id: 'wallet', made_by: alone },
    ])
  })

  test('a smart wallet is proven by the only key of its account; of several it is not known by which', async () => {
    expect(await rows('select address, owner from profile_wallets where owner is not null order by address')).toEqual([
      { address: owned, owner: only },
    ])
    expect(
      await rows(
        `select distinct signed_hash, signature, counterfactual, single_owner, proven_block, denied_at, checked_at
         from profile_wallets`,
      ),
    ).toEqual([
      {
        signed_hash: null,
        signature: null,
        counterfactual: 0,
        single_owner: 1,
        proven_block: null,
        denied_at: null,
        checked_at: 0,
      },
    ])
  })

  test('every wallet is its account’s since it was linked', async () => {
    const joins = BEFORE.map(({ profile, wallet, at }) => ({
      a: accountNode(profile),
      b: `wallet:${wallet}`,
      since: at,
      until: null,
    }))
    const found = await rows("select a, b, since, until from person_joins where a like 'account:%' order by id")
    expect(found).toHaveLength(joins.length)
    expect(found).toEqual(expect.arrayContaining(joins))
  })

  test('hand-off codes go: they do not name the session that requested them', async () => {
    expect(await rows('select * from handoff_codes')).toEqual([])
  })
})

describe('the code of now', () => {
  test('reads the accounts', async () => {
    const accounts = createAccountStore(d1)
    const proof = { signed: null, counterfactual: false, singleOwner: true }
    expect(await accounts.findById('person')).toMatchObject({
      canonicalWallet: smart,
      madeBy: null,
      proofs: [
        { ...proof, wallet: smart, owner: null },
        { ...proof, wallet: second, owner: null },
      ],
    })
    expect(await accounts.findById('single')).toMatchObject({ proofs: [{ ...proof, owner: only }] })
    expect(await accounts.findById('wallet')).toMatchObject({
      madeBy: alone,
      proofs: [{ ...proof, wallet: alone, owner: null }],
    })
  })

  test('opens new accounts, joins and codes beside them', async () => {
    const accounts = createAccountStore(d1)
    const wallet = { address: address('b'), kind: 'owner' } as const
    const { profileId } = await accounts.open({ wallets: [wallet] }, 70)
    expect(await rows(`select b, since from person_joins where a = '${accountNode(profileId)}'`)).toEqual([
      { b: walletNode(wallet.address), since: 70 },
    ])
    const handoff = {
      codeHash: 'new',
      profileId,
      address: wallet.address,
      sessionId: null,
      byWallet: wallet.address,
      proofs: [],
      codeChallenge: null,
    }
    expect(await createHandoffStore(d1).put(handoff, 70, 190)).toBe(true)
  })
})
