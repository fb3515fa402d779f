import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { createPoints } from '../../../functions/account/store/points.ts'
import { CONVERSIONS_A_DAY, createWaitlist, mailboxOf } from '../../../functions/account/store/waitlist.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'

let d1: D1Database
beforeEach(async () => {
  d1 = await migratedD1()
  await d1.batch(
    ['ada', 'bob', 'eve'].map((id) => d1.prepare('insert into profiles (id, created_at) values (?, 1)').bind(id)),
  )
  await link('ada', 'google', '1')
  for (const id of ['ada', 'bob', 'eve']) await link(id, 'email', `${id}@example.com`)
})

const waitlist = () => createWaitlist(d1)
const points = () => createPoints(d1)
const link = (profileId: string, kind: string, id: string) =>
  d1
    .prepare('insert into linked_accounts (kind, id, profile_id, linked_at) values (?, ?, ?, 1)')
    .bind(kind, id, profileId)
    .run()
const NOW = 1_790_000_000
const join = (profileId: string, referralCode: string | null = null, idpUserId = `did:${profileId}`, now = NOW) =>
  waitlist().join({ profileId, idpUserId, referralCode, now })
/** Somebody new, with an e-mail address. */
async function newcomer(email: string): Promise<string> {
  const id = `profile of ${email}`
  await d1.prepare('insert into profiles (id, created_at) values (?, 1)').bind(id).run()
  await link(id, 'email', email)
  return id
}
/** How many points the code of `ada` brings with newcomers who have these addresses, one after the other. */
async function earnedBy(...emails: readonly string[]): Promise<number> {
  const { referralCode } = await join('ada')
  for (const email of emails) await join(await newcomer(email), referralCode)
  return points().pointsOf('ada')
}
const count = async (table: string) => (await d1.prepare(`select count(*) n from ${table}`).first<{ n: number }>())?.n

describe('the waitlist', () => {
  test('has one entry for a profile, with a code of its own, however many join at once', async () => {
    const entries = await Promise.all(Array.from({ length: 20 }, () => join('ada')))
    expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(1)
    expect(entries[0]).toMatchObject({ profileId: 'ada', status: 'pending' })
    expect(entries[0]?.referralCode).toMatch(/^[A-Z2-9]{10}$/)
    expect(await waitlist().findByProfile('ada')).toMatchObject({ id: entries[0]?.id, status: 'pending' })
    expect(await waitlist().findByProfile('bob')).toBeNull()
  })

  test('credits the inviter once, and only when the entry is made', async () => {
    const { referralCode } = await join('ada')
    await Promise.all(Array.from({ length: 20 }, () => join('bob', referralCode)))
    expect([await count('referral_conversions'), await points().pointsOf('ada')]).toEqual([1, 5])
    await join('eve')
    await join('eve', referralCode)
    expect([await count('referral_conversions'), await points().pointsOf('ada')]).toEqual([1, 5])
  })

  test('credits nobody for themselves, nor for a code that nobody has', async () => {
    const { referralCode } = await join('ada')
    await d1.exec('delete from waitlist_entries')
    await join('ada', referralCode)
    await join('bob', 'NOBODY')
    expect([await count('referral_conversions'), await count('points')]).toEqual([0, 0])
  })

  test('credits a user who comes again with a new profile no second time', async () => {
    const { referralCode } = await join('ada')
    await join('bob', referralCode, 'did:same')
    await join('eve', referralCode, 'did:same')
    expect(await points().pointsOf('ada')).toBe(5)
  })

  test.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['a.d.a+x+y@gmail.com', 'ada@gmail.com'],
    ['A.Da@GoogleMail.com', 'ada@gmail.com'],
    ['a.d.a@example.com', 'a.d.a@example.com'],
    ['ada-news@yahoo.com', 'ada-news@yahoo.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['ada@gmail.com.example.com', 'ada@gmail.com.example.com'],
    [null, null],
  ])('knows the mailbox of %s', async (email, mailbox) => {
    const { all } = openStoredDatabase(d1)
    expect(await all(sql`select ${mailboxOf(sql`${email}`)} mailbox`)).toEqual([{ mailbox }])
  })

  test.each([
    ['tags', ['zoe@example.com', 'zoe+1@example.com', 'zoe+2@example.com'], 5],
    ['case', ['zoe@example.com', 'Zoe@Example.com'], 5],
    ['dots of gmail', ['zoe.x@gmail.com', 'z.o.e.x@gmail.com', 'zoex@googlemail.com'], 5],
    ['all of them', ['z.o.e+a@gmail.com', 'Zoe+b@GoogleMail.com', 'zoe@gmail.com'], 5],
    ['dots elsewhere, which are other mailboxes', ['zoe.x@example.com', 'zoex@example.com'], 10],
    ['other people', ['zoe@example.com', 'max@example.com'], 10],
  ])('security: credits one mailbox once, whatever it is written with: %s', async (_, emails, earned) => {
    expect(await earnedBy(...emails)).toBe(earned)
    // All of them are on the waitlist.
    expect(await count('waitlist_entries')).toBe(1 + emails.length)
  })

  test('security: credits nobody for their own mailbox, the one of now or of when they joined', async () => {
    expect(await earnedBy('ada+me@example.com', 'ADA@example.com')).toBe(0)
    await d1.exec(`update linked_accounts set id = 'a.d.a@gmail.com' where profile_id = 'ada' and kind = 'email'`)
    expect(await earnedBy('ada+2@gmail.com', 'ada+3@example.com')).toBe(0)
  })

  test('security: credits nobody for another mailbox of somebody who is on the waitlist already, invited or not', async () => {
    await join('bob')
    expect(await earnedBy('bob+1@example.com')).toBe(0)
    const { referralCode } = await join('eve')
    await join(await newcomer('zoe@example.com'), referralCode)
    expect([await earnedBy('zoe+1@example.com'), await points().pointsOf('eve')]).toEqual([0, 5])
  })

  test('security: credits nobody without an address, or for one that was unlinked since', async () => {
    const { referralCode } = await join('ada')
    await d1.exec(`delete from linked_accounts where profile_id = 'bob'`)
    await join('bob', referralCode)
    expect(await points().pointsOf('ada')).toBe(0)
    await join('eve', referralCode)
    await d1.exec(`delete from linked_accounts where profile_id = 'eve'`)
    await join(await newcomer('eve+1@example.com'), referralCode)
    expect(await points().pointsOf('ada')).toBe(5)
  })

  test('knows the mailboxes of entries that an earlier release made', async () => {
    const { referralCode } = await join('ada')
    await d1.exec(`insert into waitlist_entries (profile_id, created_at) values ('bob', 1), ('eve', 1)`)
    await d1.exec(`delete from linked_accounts where profile_id = 'eve'`)
    await join(await newcomer('bob+1@example.com'), referralCode)
    expect(await points().pointsOf('ada')).toBe(0)
    const { results } = await d1
      .prepare(`select profile_id id, mailbox from waitlist_entries where profile_id in ('bob', 'eve') order by 1`)
      .all()
    expect(results).toEqual([
      { id: 'bob', mailbox: 'bob@example.com' },
      { id: 'eve', mailbox: null },
    ])
  })

  test('security: credits an account for so many in a day (UTC), and takes the others without', async () => {
    const { referralCode } = await join('ada')
    const invite = async (prefix: string, many: number, now: number) => {
      const ids = await Promise.all(Array.from({ length: many }, (_, i) => newcomer(`${prefix}${i}@example.com`)))
      await Promise.all(ids.map((id) => join(id, referralCode, `did:${id}`, now)))
    }
    const midnight = NOW - (NOW % 86_400)
    await invite('early', 2, midnight - 1)
    await invite('today', CONVERSIONS_A_DAY - 1, midnight)
    await invite('late', 5, midnight + 86_399)
    expect(await points().pointsOf('ada')).toBe(5 * (CONVERSIONS_A_DAY + 2))
    expect(await count('waitlist_entries')).toBe(1 + 2 + CONVERSIONS_A_DAY - 1 + 5)
    await invite('tomorrow', 1, midnight + 86_400)
    expect(await points().pointsOf('ada')).toBe(5 * (CONVERSIONS_A_DAY + 3))
    // Nobody else is held up by it.
    const other = await join('bob')
    await join('eve', other.referralCode, 'did:eve', midnight + 86_399)
    expect(await points().pointsOf('bob')).toBe(5)
  })

  test('has nobody whose profile is gone', async () => {
    await expect(join('nobody')).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await count('waitlist_entries')).toBe(0)
  })
})

describe('points for linking', () => {
  const google = { provider: 'google', amount: 20, now: 1000 }

  test('are given once for a profile and a kind', async () => {
    await link('ada', 'google', '2')
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        points().awardLink({ profileId: 'ada', ...google }, [{ kind: 'google', id: String(1 + (i % 2)) }]),
      ),
    )
    expect(await points().pointsOf('ada')).toBe(20)
  })

  test('are given once for an account, in whatever profile it is', async () => {
    await points().awardLink({ profileId: 'ada', ...google }, [{ kind: 'google', id: '1' }])
    await d1.exec(`update linked_accounts set profile_id = 'bob'`)
    await points().awardLink({ profileId: 'bob', ...google }, [{ kind: 'google', id: '1' }])
    expect([await points().pointsOf('ada'), await points().pointsOf('bob')]).toEqual([20, 0])
  })

  test('are not given for what is not linked', async () => {
    await points().awardLink({ profileId: 'bob', ...google }, [
      { kind: 'google', id: '1' },
      { kind: 'wallet', id: '0x1' },
    ])
    expect(await count('points')).toBe(0)
  })
})
