import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountNode, keyNodes, MOST_NODES, UNKNOWN_KEY, walletNode } from '../../../shared/store/persons.ts'
import { lower } from '../../../shared/text/address.ts'
import { type VaultStore, numbered, openVaultStore, type Who } from '../vaults/openVaultStore.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'

let vaultStore: VaultStore
let empty: () => Promise<void>
beforeAll(async () => {
  const d1 = await migratedD1()
  vaultStore = openVaultStore(d1)
  const tables = ['person_joins', 'workspace_members', 'workspace_appointments', 'workspace_approvals', 'actions']
  empty = async () => void (await d1.batch(tables.map((table) => d1.prepare(`delete from ${table}`))))
})
beforeEach(() => empty())

/** Somebody with one key wallet and an account. */
const somebody = (n: number): Who & { readonly address: `0x${string}` } => ({
  address: numbered(n),
  wallets: [numbered(n)],
  person: [accountNode(`account-${n}`), ...keyNodes(numbered(n))],
})
const [owner, ada, ben, cleo] = [somebody(1), somebody(2), somebody(3), somebody(4)]
const OWNER = owner.address

async function appointed(who: Who, role: 'ADMIN' | 'OPERATOR', at: number, by: Who = owner, as = OWNER): Promise<void> {
  expect(await vaultStore.appoint(by, who.wallets[0], role, as, at)).toBe(true)
}
async function requestApproval(who: Who, at: number, as = OWNER): Promise<string> {
  const id = await vaultStore.request(who, as, at)
  if (id === null) throw new Error('has no role')
  return id
}
async function reason(who: Who, id: string, as = OWNER): Promise<string | null> {
  const actor = await vaultStore.actorOf(who, as)
  if (!actor) throw new Error('has no role')
  return vaultStore.same(actor, id, as)
}

describe('happy', () => {
  test('another admin approves, once, and the requester withdraws', async () => {
    for (const who of [ada, ben]) await appointed(who, 'ADMIN', 10)
    const first = await requestApproval(ada, 20)
    expect(await reason(ben, first)).toBeNull()
    const outcomes = await Promise.all(
      [ben, owner, ben, owner].map((who) => vaultStore.decide(who, first, 'approved', OWNER, 30)),
    )
    expect(outcomes.toSorted()).toEqual(['done', 'refused', 'refused', 'refused'])
    expect(await vaultStore.statusOf(first)).toBe('approved')
    const second = await requestApproval(ada, 40)
    expect(await vaultStore.decide(ben, second, 'cancelled', OWNER, 50)).toBe('refused')
    expect(await vaultStore.decide(ada, second, 'rejected', OWNER, 50)).toBe('refused')
    expect(await vaultStore.decide(ada, second, 'cancelled', OWNER, 50)).toBe('done')
  })

  test('two who share the contract that owns the vault are two people; one of them with a key as well is one', async () => {
    const contract = numbered(100)
    const as = (key: Who): Who => ({ wallets: [contract], person: keyNodes(key.wallets[0]) })
    const id = await requestApproval(as(ada), 20, contract)
    expect(await reason(as(ben), id, contract)).toBeNull()
    expect(await reason(as(ada), id, contract)).toBe('own_request')
    await appointed(ada, 'ADMIN', 30, as(ben), contract)
    expect(await reason(ada, id, contract)).toBe('own_request')
    expect(await vaultStore.decide(as(ben), id, 'approved', contract, 40)).toBe('done')
  })
})

describe('security', () => {
  test('an admin with a session that was handed over is who made it', async () => {
    await appointed(ada, 'ADMIN', 10)
    await appointed(ben, 'ADMIN', 10)
    const id = await requestApproval(ada, 20)
    const handedOver: Who = { wallets: ben.wallets, person: [...ben.person, accountNode('account-2')] }
    expect(await reason(handedOver, id)).toBe('own_request')
    expect(await vaultStore.decide(handedOver, id, 'approved', OWNER, 30)).toBe('refused')
  })

  test('joins count that lasted into the time since the request or either’s role, also through others', async () => {
    await appointed(ada, 'ADMIN', 100)
    await appointed(ben, 'ADMIN', 200)
    const id = await requestApproval(ada, 300)
    const [shared, between] = [accountNode('shared'), walletNode(numbered(50))]
    await vaultStore.open(shared, walletNode(ada.address), 1)
    await vaultStore.open(shared, between, 1)
    await vaultStore.open(between, walletNode(ben.address), 1)
    expect(await reason(ben, id)).toBe('joined')
    await vaultStore.end(between, null, 100)
    expect(await reason(ben, id)).toBe('joined')
    await vaultStore.batch([sql`update person_joins set until = 99 where until = 100`])
    expect(await reason(ben, id)).toBeNull()
    expect(await vaultStore.decide(ben, id, 'approved', OWNER, 400)).toBe('done')
  })

  test('a member who is removed and gets the role again while a request waits keeps the earlier time and chain', async () => {
    await appointed(ada, 'ADMIN', 10)
    await appointed(ben, 'ADMIN', 10)
    await appointed(cleo, 'OPERATOR', 10, ada)
    await vaultStore.open(walletNode(ben.address), walletNode(cleo.address), 10)
    await vaultStore.end(walletNode(ben.address), walletNode(cleo.address), 15)
    const id = await requestApproval(cleo, 20)
    expect([await reason(ada, id), await reason(ben, id)]).toEqual(['appointments', 'joined'])
    for (const member of [ben, cleo]) {
      expect(await vaultStore.appoint(owner, member.address, null, OWNER, 30)).toBe(true)
      await appointed(member, member === ben ? 'ADMIN' : 'OPERATOR', 40)
    }
    expect([await reason(ada, id), await reason(ben, id)]).toEqual(['appointments', 'joined'])
    // A request of later stands on the roles of later.
    const later = await requestApproval(cleo, 50)
    expect([await reason(ada, later), await reason(ben, later)]).toEqual([null, null])
  })

  test('a role that is changed has been held since it was first given', async () => {
    await appointed(ada, 'OPERATOR', 10)
    await vaultStore.open(walletNode(ada.address), walletNode(ben.address), 1)
    await vaultStore.end(walletNode(ada.address), null, 15)
    await appointed(ben, 'ADMIN', 20)
    await appointed(ada, 'ADMIN', 20)
    expect(await reason(ben, await requestApproval(ada, 30))).toBe('joined')
    expect(await vaultStore.appoint(owner, ada.address, null, OWNER, 40)).toBe(true)
    await appointed(ada, 'ADMIN', 41)
    expect(await reason(ben, await requestApproval(ada, 50))).toBeNull()
  })

  test('a former owner is an appointer like any other, and today’s owner is not one', async () => {
    await appointed(ada, 'ADMIN', 10)
    await appointed(cleo, 'OPERATOR', 20, ada)
    const today = ben.address
    expect(await vaultStore.appoint(ben, OWNER, 'ADMIN', today, 30)).toBe(true)
    const [ofAda, ofCleo, ofFormer] = [
      await requestApproval(ada, 40, today),
      await requestApproval(cleo, 40, today),
      await requestApproval(owner, 40, today),
    ]
    expect(await reason(owner, ofAda, today)).toBe('appointments')
    expect(await reason(owner, ofCleo, today)).toBe('appointments')
    expect(await reason(ada, ofFormer, today)).toBe('appointments')
    for (const id of [ofAda, ofCleo, ofFormer]) expect(await reason(ben, id, today)).toBeNull()
    // The vault goes back: whom the owner appointed then has the role from the owner again.
    expect(await reason(owner, ofAda)).toBeNull()
  })

  test('an appointer’s wallets of then count, and every account joined to the appointer since', async () => {
    const second = walletNode(numbered(60))
    await appointed(ada, 'ADMIN', 10)
    await appointed(ben, 'ADMIN', 10)
    const byTwo: Who = { ...ada, person: [...ada.person, second] }
    await appointed(cleo, 'OPERATOR', 20, byTwo)
    const id = await requestApproval(cleo, 30)
    expect(await reason(ben, id)).toBeNull()
    await vaultStore.open(second, walletNode(ben.address), 30)
    expect(await reason(ben, id)).toBe('appointments')
    expect(await vaultStore.decide(ben, id, 'rejected', OWNER, 40)).toBe('done')
  })

  test('a member who is joined to too many approves and withdraws nothing', async () => {
    await appointed(ada, 'ADMIN', 10)
    await appointed(ben, 'ADMIN', 10)
    const id = await requestApproval(ada, 20)
    const join = (count: number) =>
      vaultStore.batch([
        sql`insert into person_joins (a, b, since) select ${walletNode(ben.address)}, 'wallet:z' || value, 1
          from json_each(${JSON.stringify(Array.from({ length: count }, (_, i) => i))}) where true
          on conflict do nothing`,
      ])
    // With those of their own it is as many as are looked at.
    await join(MOST_NODES - ben.person.length)
    expect(await reason(ben, id)).toBeNull()
    await join(MOST_NODES - ben.person.length + 1)
    expect(await reason(ben, id)).toBe('too_many_joins')
    for (const decision of ['approved', 'rejected', 'cancelled'] as const)
      expect(await vaultStore.decide(ben, id, decision, OWNER, 30)).toBe('refused')
    expect(await vaultStore.decide(owner, id, 'approved', OWNER, 30)).toBe('done')
  })

  test('security: no join leads through the contract that owns the vault, and one that owned it is a wallet like others', async () => {
    const [contract, before] = [numbered(100), numbered(101)]
    await vaultStore.batch([
      sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
        values (${contract}, 'account-2', 'smart', 0, 1), (${before}, 'account-2', 'smart', 0, 1)`,
    ])
    for (const wallet of [contract, before])
      for (const who of [ada, ben]) await vaultStore.open(walletNode(wallet), walletNode(who.address), 1)
    await vaultStore.end(walletNode(before), null, 5)
    const as = (key: Who): Who => ({ wallets: [contract], person: keyNodes(key.wallets[0]) })
    const id = await requestApproval(as(ada), 20, contract)
    expect(await reason(as(ben), id, contract)).toBeNull()
    await appointed(ben, 'ADMIN', 30, as(ada), contract)
    expect(await reason(ben, id, before)).toBe('joined')
  })

  test('security: an unknown signer approves nothing, is approved by nobody, and appoints nobody whom others approve', async () => {
    const unknown: Who = { wallets: [numbered(80)], person: [UNKNOWN_KEY, walletNode(numbered(80))] }
    const contract: Who = { wallets: [numbered(81)], person: [UNKNOWN_KEY] }
    await appointed(ada, 'ADMIN', 10)
    await appointed(unknown, 'ADMIN', 10)
    await appointed(cleo, 'OPERATOR', 20, unknown)
    const [ofAda, ofUnknown, ofCleo] = [
      await requestApproval(ada, 30),
      await requestApproval(unknown, 30),
      await requestApproval(cleo, 30),
    ]
    const all = [await reason(unknown, ofAda), await reason(ada, ofUnknown), await reason(ada, ofCleo)]
    expect(all).toEqual(['signer_unknown', 'signer_unknown', 'signer_unknown'])
    expect(await reason(owner, ofCleo)).toBeNull()
    expect(await vaultStore.decide(ada, ofUnknown, 'approved', OWNER, 40)).toBe('refused')
    expect(await reason(unknown, ofUnknown)).toBe('own_request')
    expect(await vaultStore.decide(unknown, ofUnknown, 'cancelled', OWNER, 40)).toBe('done')
    // The contract that owns the vault: its people can still end the request.
    const ofContract = await requestApproval(contract, 50, numbered(81))
    expect(await reason(contract, ofContract, numbered(81))).toBe('signer_unknown')
    expect(await vaultStore.decide(contract, ofContract, 'rejected', numbered(81), 60)).toBe('done')
  })

  test('nobody acts as nobody, nor as more than are compared', async () => {
    await appointed(ada, 'ADMIN', 10)
    const id = await requestApproval(ada, 20)
    for (const count of [0, MOST_NODES + 1]) {
      const person = Array.from({ length: count }, (_, i) => walletNode(numbered(1000 + i)))
      const deciding = vaultStore.decide({ ...owner, person }, id, 'approved', OWNER, 30)
      await expect(deciding).rejects.toThrow('1 to 512 nodes')
    }
  })
})

describe('concurrency', () => {
  test('unlinking while one approves does not make two people', async () => {
    await appointed(ada, 'ADMIN', 10)
    await appointed(ben, 'ADMIN', 10)
    for (let round = 0; round < 20; round++) {
      const at = 100 + round * 10
      const shared = accountNode(`shared ${round}`)
      for (const who of [ada, ben]) await vaultStore.open(shared, walletNode(who.address), at)
      const id = await requestApproval(ada, at)
      const [outcome] = await Promise.all([
        vaultStore.decide(ben, id, 'approved', OWNER, at + 1),
        vaultStore.end(shared, null, at + 1),
        vaultStore.appoint(owner, ben.address, round % 2 === 0 ? 'ADMIN' : 'OPERATOR', OWNER, at + 1),
      ])
      expect(outcome).not.toBe('done')
      await appointed(ben, 'ADMIN', at + 2)
    }
  })

  test('of an appointment and an approval at once, the approval comes first or is refused', async () => {
    await appointed(ada, 'ADMIN', 10)
    await appointed(ben, 'ADMIN', 10)
    for (let round = 0; round < 10; round++) {
      const at = 100 + round * 10
      await vaultStore.appoint(owner, cleo.address, null, OWNER, at - 2)
      await appointed(cleo, 'OPERATOR', at - 1)
      const id = await requestApproval(cleo, at)
      const [outcome] = await Promise.all([
        vaultStore.decide(ben, id, 'approved', OWNER, at + 1),
        vaultStore.appoint(ben, cleo.address, 'OPERATOR', OWNER, at + 1),
      ])
      if (outcome === 'done') expect(await vaultStore.statusOf(id)).toBe('approved')
      else expect([outcome, await reason(ben, id)]).toEqual(['refused', 'appointments'])
    }
  })
})

describe('rows from before', () => {
  const legacyMember = (who: Who, role: string, by: Who) =>
    vaultStore.batch([
      sql`insert into workspace_members (vault_address, address, role, added_by, created_at)
        values (${lower(vaultStore.vault)}, ${lower(who.wallets[0])}, ${role}, ${lower(by.wallets[0])}, 5)`,
    ])

  test('a member has the role from who is named, and its change is recorded', async () => {
    await legacyMember(ada, 'ADMIN', owner)
    await legacyMember(ben, 'ADMIN', owner)
    await legacyMember(cleo, 'OPERATOR', ada)
    const id = await requestApproval(cleo, 20)
    expect([await reason(ada, id), await reason(ben, id)]).toEqual(['appointments', null])
    await vaultStore.open(walletNode(ben.address), walletNode(cleo.address), 1)
    await vaultStore.end(walletNode(ben.address), null, 5)
    expect(await reason(ben, id)).toBe('joined')
    expect(await vaultStore.appoint(owner, cleo.address, null, OWNER, 30)).toBe(true)
    await appointed(cleo, 'OPERATOR', 40)
    expect([await reason(ada, id), await reason(ben, id)]).toEqual(['appointments', 'joined'])
  })

  test('a request is of the account and the wallets that it names, and nobody approves it', async () => {
    await appointed(ada, 'ADMIN', 10)
    await appointed(ben, 'ADMIN', 10)
    const id = await requestApproval(ada, 20)
    await vaultStore.batch([
      sql`update workspace_approvals set requested_person = null, requested_account = 'account-3',
        requested_wallets = ${JSON.stringify([lower(ada.address), lower(numbered(70))])} where id = ${id}`,
    ])
    expect(await reason(ben, id)).toBe('own_request')
    const bySecond: Who = { wallets: ben.wallets, person: [walletNode(numbered(70))] }
    expect(await reason(bySecond, id)).toBe('own_request')
    // The owner is somebody else to these, and still does not know who signed.
    expect(await vaultStore.decide(owner, id, 'approved', OWNER, 30)).toBe('refused')
    expect(await reason(owner, id)).toBe('signer_unknown')
    expect(await vaultStore.decide(ben, id, 'cancelled', OWNER, 30)).toBe('done')
  })

  test('a request of an earlier release has nodes without a key, and nobody approves it', async () => {
    await appointed(ada, 'ADMIN', 10)
    const id = await requestApproval(ada, 20)
    const person = JSON.stringify(ada.person.filter((node) => !node.startsWith('key:')))
    await vaultStore.batch([sql`update workspace_approvals set requested_person = ${person} where id = ${id}`])
    expect([await reason(owner, id), await reason(ada, id)]).toEqual(['signer_unknown', 'own_request'])
    expect(await vaultStore.decide(owner, id, 'rejected', OWNER, 30)).toBe('done')
  })
})
