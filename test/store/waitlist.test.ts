import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPoints } from '../../shared/store/points.ts'
import { createWaitlist } from '../../shared/store/waitlist.ts'
import { openTestD1 } from './openTestD1.ts'

let db: Awaited<ReturnType<typeof openTestD1>>
beforeEach(async () => {
  db = await openTestD1()
  await db.d1.batch(
    ['ada', 'bob', 'eve'].map((id) => db.d1.prepare('insert into profiles (id, created_at) values (?, 1)').bind(id)),
  )
  await link('ada', 'google', '1')
})
afterEach(() => db.close())

const waitlist = () => createWaitlist(db.d1)
const points = () => createPoints(db.d1)
const link = (profileId: string, kind: string, id: string) =>
  db.d1
    .prepare('insert into linked_accounts (kind, id, profile_id, linked_at) values (?, ?, ?, 1)')
    .bind(kind, id, profileId)
    .run()
const join = (profileId: string, referralCode: string | null = null, idpUserId = `did:${profileId}`) =>
  waitlist().join({ profileId, idpUserId, referralCode, now: 1000 })
const count = async (table: string) =>
  (await db.d1.prepare(`select count(*) n from ${table}`).first<{ n: number }>())?.n

describe('the waitlist', () => {
  test('has one entry for a profile, with a code of its own, however many join at once', async () => {
    const entries = await Promise.all(Array.from({ length: 20 }, () => join('ada')))
    expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(1)
    expect(entries[0]).toMatchObject({ profileId: 'ada', status: 'pending' })
    expect(entries[0]?.referralCode).toMatch(/^[A-Z2-9]{10}$/)
    expect(await waitlist().findByProfile('ada')).toMatchObject({ id: entries[0]?.id, status: 'pending' })
    expect(await waitlist().findByProfile('bob')).toBeNull()
  })

  test('credits whoever invited once, and only when the entry is made', async () => {
    const { referralCode } = await join('ada')
    await Promise.all(Array.from({ length: 20 }, () => join('bob', referralCode)))
    expect([await count('referral_conversions'), await points().pointsOf('ada')]).toEqual([1, 5])
    await join('eve')
    await join('eve', referralCode)
    expect([await count('referral_conversions'), await points().pointsOf('ada')]).toEqual([1, 5])
  })

  test('credits nobody for themselves, nor for a code that nobody has', async () => {
    const { referralCode } = await join('ada')
    await db.d1.exec('delete from waitlist_entries')
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
    await db.d1.exec(`update linked_accounts set profile_id = 'bob'`)
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
