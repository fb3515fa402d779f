import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDeletionStore } from '../../functions/account/store/deletions.ts'
import { createAccountStore } from '../../shared/store/accounts.ts'
import { accountNode, endJoins, openJoin, walletNode } from '../../shared/store/persons.ts'
import { openStoredDatabase, type StoredDatabase } from '../../shared/store/StoredDatabase.ts'
import { createWorkspaceSchedule } from '../../functions/workspace/store/workspaceSchedule.ts'
import { numbered } from '../workspace/vaults/openVaultStore.ts'
import { applyMigrations, MIGRATIONS, openMigratedD1 } from './openMigratedD1.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

let db: StoredDatabase
const d1 = prepared(() => migratedD1())
beforeAll(async () => {
  db = openStoredDatabase(d1)
})
beforeEach(async () => {
  for (const table of ['person_joins', 'workspace_members', 'workspace_appointments', 'workspace_approvals'])
    await d1.prepare(`delete from ${table}`).run()
})

const joins = () => db.all(sql`select a, b, since, until from person_joins order by id`)
const [account, wallet] = [accountNode('one'), walletNode(numbered(7))]
const HOUR = 3600
const now = 1_000_000

describe('joins', () => {
  test('one is open at a time, whichever node is named first, and an ended one stays as it was', async () => {
    await db.batch([openJoin(account, wallet, 5), openJoin(wallet, account, 6)])
    expect(await joins()).toEqual([{ a: account, b: wallet, since: 5, until: null }])
    await db.batch([endJoins(wallet, account, 9), endJoins(wallet, account, 10), openJoin(wallet, account, 11)])
    expect(await joins()).toEqual([
      { a: account, b: wallet, since: 5, until: 9 },
      { a: account, b: wallet, since: 11, until: null },
    ])
  })

  test('all of a node end together, those of others do not, and nothing happens where the condition does not hold', async () => {
    const other = walletNode(numbered(8))
    await db.batch([openJoin(account, wallet, 5), openJoin(wallet, other, 5), openJoin(account, other, 5)])
    await db.batch([endJoins(wallet, null, 9, sql`false`), openJoin(account, 'wallet:x', 5, sql`false`)])
    expect(await joins()).toHaveLength(3)
    await db.batch([endJoins(wallet, null, 9)])
    expect(await joins()).toEqual([
      { a: account, b: wallet, since: 5, until: 9 },
      { a: wallet, b: other, since: 5, until: 9 },
      { a: account, b: other, since: 5, until: null },
    ])
  })

  test('of many at once one opens it', async () => {
    await Promise.all(Array.from({ length: 20 }, () => db.batch([openJoin(account, wallet, 5)])))
    expect(await joins()).toHaveLength(1)
  })
})

describe('how long they stay', () => {
  const prune = () => createWorkspaceSchedule(d1).prune(now)
  const member = (createdAt: number) =>
    db.batch([
      sql`insert into workspace_members (vault_address, address, role, added_by, created_at)
        values ('0xfa', '0x1', 'ADMIN', '0x2', ${createdAt})`,
    ])
  const ended = (until: number) =>
    db.batch([openJoin(account, `wallet:${until}`, 1), endJoins(account, `wallet:${until}`, until)])
  const left = async () => (await joins()).length

  test('an ended one goes when every role is younger than its end, an open one never', async () => {
    await db.batch([openJoin(account, wallet, 1)])
    await ended(now - 3 * HOUR)
    await member(now - 3 * HOUR)
    await prune()
    expect(await left()).toBe(2)
    await db.batch([sql`update workspace_members set created_at = created_at + 1`])
    await prune()
    expect(await joins()).toMatchObject([{ b: wallet, until: null }])
    await ended(now - HOUR)
    await db.batch([sql`delete from workspace_members`])
    await prune()
    expect(await left()).toBe(2)
  })

  test('an undecided approval keeps joins and appointments of its time, a decided one does not', async () => {
    await ended(now - 3 * HOUR)
    await db.batch([
      sql`insert into workspace_approvals (id, vault_address, action_type, subject, payload_json, requested_by,
          requested_account, requested_wallets, created_at)
        values ('one', '0xfa', 'x', 'x', '{}', '0x1', '0x1', '[]', ${now - 3 * HOUR})`,
      sql`insert into workspace_appointments (vault_address, address, by_person, above, since, created_at, ended_at)
        values ('0xfa', '0x1', '[]', '[]', 1, 1, ${now - 2 * HOUR}), ('0xfb', '0x1', '[]', '[]', ${now}, 1, null)`,
    ])
    const appointments = () => db.all(sql`select vault_address vault from workspace_appointments order by id`)
    await prune()
    expect([await left(), await appointments()]).toEqual([1, [{ vault: '0xfa' }, { vault: '0xfb' }]])
    await db.batch([sql`update workspace_approvals set status = 'rejected', decided_at = ${now}`])
    await prune()
    await prune()
    expect([await left(), await appointments()]).toEqual([0, [{ vault: '0xfb' }]])
  })

  test('security: deleting the account ends its joins, which stay while somebody’s role is older', async () => {
    const address = numbered(9)
    const deleted = async (): Promise<string> => {
      const { profileId } = await createAccountStore(d1).open({ wallets: [{ address, kind: 'owner' }] }, 1)
      const smart = numbered(10)
      await db.batch([
        sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
          values (${smart}, ${profileId}, 'smart', 0, 1)`,
        openJoin(accountNode(profileId), walletNode(address), 1),
        openJoin(walletNode(smart), walletNode(address), 1),
      ])
      expect(await createDeletionStore(d1).begin(profileId, { address, sessionHash: 'x', now })).toMatchObject({
        profileId,
      })
      return profileId
    }
    await member(now - 1)
    const profileId = await deleted()
    expect(await joins()).toEqual([
      { a: accountNode(profileId), b: walletNode(address), since: 1, until: now },
      { a: walletNode(address), b: walletNode(numbered(10)), since: 1, until: now },
    ])
    await db.batch([sql`delete from workspace_members`, sql`delete from person_joins`])
    await deleted()
    expect(await joins()).toMatchObject([{ a: walletNode(address) }])
  })
})

test('wallets that were linked before the table was there are joined to their accounts', async () => {
  const first = MIGRATIONS.findIndex((name) => name.includes('authority'))
  const { d1: old, close: end } = await openMigratedD1(MIGRATIONS.slice(0, first))
  await old
    .prepare("insert into profile_wallets values ('0x1', 'one', 'owner', 1, 5), ('0x2', 'one', 'smart', 0, 6)")
    .run()
  await applyMigrations(old, MIGRATIONS.slice(first, first + 1))
  const { results } = await old.prepare('select a, b, since, until from person_joins order by b').all()
  expect(results).toEqual([
    { a: 'account:one', b: 'wallet:0x1', since: 5, until: null },
    { a: 'account:one', b: 'wallet:0x2', since: 6, until: null },
  ])
  await end()
})

test('wallets with several owners that were linked before are joined to their accounts and owners, and open joins stay', async () => {
  const first = MIGRATIONS.findIndex((name) => name.includes('joins_of_shared_wallets'))
  const { d1: old, close: end } = await openMigratedD1(MIGRATIONS.slice(0, first))
  await old.batch([
    old.prepare(`insert into profile_wallets (address, profile_id, kind, canonical, linked_at, owner, single_owner)
      values ('0x1', 'one', 'owner', 0, 5, null, 1), ('0x3', 'one', 'smart', 1, 6, '0x1', 0), ('0x2', 'one', 'smart', 0, 7, '0x1', 1)`),
    old.prepare(`insert into person_joins (a, b, since) values ('account:one', 'wallet:0x2', 7)`),
  ])
  await applyMigrations(old, MIGRATIONS.slice(first))
  const { results } = await old.prepare('select a, b, since, until from person_joins order by a, b').all()
  expect(results).toEqual([
    { a: 'account:one', b: 'wallet:0x2', since: 7, until: null },
    { a: 'account:one', b: 'wallet:0x3', since: 6, until: null },
    { a: 'wallet:0x1', b: 'wallet:0x2', since: 7, until: null },
    { a: 'wallet:0x1', b: 'wallet:0x3', since: 6, until: null },
  ])
  await end()
})
