import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { addressOf } from '../../localnet/world/accounts.ts'
import { WaitlistEntries } from '../../schema/account/adminAnswers.ts'
import { encodeKeyset } from '../../shared/store/openPage.ts'
import { createAccountStore } from '../../shared/store/accounts.ts'
import { createWaitlist } from '../../functions/account/store/waitlist.ts'
import { startAdminNet } from './startAdminNet.ts'
import { dataOf } from './support.ts'
import { useNet } from '../support/useNet.ts'

const at = useNet(() => startAdminNet())

const approve = (body: unknown, admin = at.first) => at.post('/admin/waitlist/approve', body, admin)
const deny = (body: unknown, admin = at.first) => at.post('/admin/waitlist/deny', body, admin)
const remove = (body: unknown, admin = at.first) => at.post('/admin/waitlist/delete', body, admin)
const statusOf = async (id: number) =>
  (await at.rows('select status from waitlist_entries where id = ?', id))[0]?.['status']
const count = async (table: string, where: string, ...values: unknown[]) =>
  (await at.rows(`select count(*) n from ${table} where ${where}`, ...values))[0]?.['n']
const UNKNOWN = 2 ** 40

/** Somebody new on the waitlist, invited by `referralCode`. */
async function join(referralCode: string | null = null) {
  const database = await at.net.database()
  const { address } = at.newWallet()
  const email = `${address.slice(2, 12).toLowerCase()}@example.com`
  const { profileId } = await createAccountStore(database).open(
    { wallets: [{ address, kind: 'owner' }], linked: [{ kind: 'email', id: email, handle: null }] },
    1,
  )
  const entry = await createWaitlist(database).join({ profileId, idpUserId: profileId, referralCode, now: 1000 })
  return { ...entry, email, wallet: getAddress(address) }
}

function decides(
  decide: typeof approve,
  status: 'approved' | 'denied',
  action: string,
  decideOtherwise: typeof approve,
  other: string,
): void {
  it('decides once, also if another administrator repeats it, and logs it with the decision', async () => {
    const { id } = await join()
    for (const [admin, note] of [
      [at.first, ' why '],
      [at.first, 'again'],
      [at.second, 'me too'],
    ] as const)
      expect((await decide({ id, note }, admin)).json).toEqual({ success: true, data: { id, status } })
    expect(await at.rows('select status, decided_by, decision_note from waitlist_entries where id = ?', id)).toEqual([
      { status, decided_by: addressOf('admin').toLowerCase(), decision_note: 'why' },
    ])
    expect(await at.log(id)).toMatchObject([
      { action: `waitlist.${action}`, target_type: 'waitlist_entry', details: { note: 'why', previous: 'pending' } },
    ])
  })

  it('replaces the other decision, and logs what it was before', async () => {
    const { id } = await join()
    await decideOtherwise({ id, note: 'first' })
    expect((await decide({ id }, at.second)).status).toBe(200)
    expect(await at.rows('select status, decision_note from waitlist_entries where id = ?', id)).toEqual([
      { status, decision_note: null },
    ])
    expect((await at.log(id)).map(({ details }) => details)).toEqual([
      { note: 'first', previous: 'pending' },
      { previous: other },
    ])
  })

  it('of twenty at once is one decision, and one row of the log', async () => {
    const { id } = await join()
    const admins = Array.from({ length: 20 }, (__, n) => (n % 2 ? at.first : at.second))
    for (const answer of await Promise.all(admins.map((admin) => decide({ id }, admin))))
      expect(answer.status).toBe(200)
    expect(await at.log(id)).toHaveLength(1)
  })

  it.each([
    [{ id: 0 }, 'id'],
    [{ id: 2 ** 53 }, 'id'],
    [{ id: 1, note: 'x'.repeat(501) }, 'note'],
  ])('refuses %j', async (body, field) => {
    const answer = await decide(body)
    expect(answer).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining(`invalid_request: ${field}: `) },
    })
  })

  it('refuses an entry that is not there, and takes the longest note', async () => {
    expect(await decide({ id: UNKNOWN })).toMatchObject({ status: 404, code: 'waitlist_entry_not_found' })
    const { id } = await join()
    expect((await decide({ id, note: ` ${'x'.repeat(500)} ` })).status).toBe(200)
  })

  it('does all or nothing while the log cannot be written', async () => {
    const { id } = await join()
    await at.without('admin_log', async () => {
      expect(await decide({ id })).toMatchObject({ status: 503, code: 'store_unavailable' })
    })
    expect(await statusOf(id)).toBe('pending')
  })
}

describe('approveWaitlistEntry', () => decides(approve, 'approved', 'approve', deny, 'denied'))
describe('denyWaitlistEntry', () => decides(deny, 'denied', 'deny', approve, 'approved'))

it('approving and denying at once leaves a log in which each follows the other', async () => {
  const { id } = await join()
  const sent = Array.from({ length: 10 }, (_, n) => (n % 2 ? approve({ id }, at.first) : deny({ id }, at.second)))
  for (const { status } of await Promise.all(sent)) expect(status).toBe(200)
  const logged = await at.log(id)
  const after = (action: string | undefined) => (action === 'waitlist.approve' ? 'approved' : 'denied')
  expect(logged.map(({ details }) => z.object({ previous: z.string() }).parse(details).previous)).toEqual([
    'pending',
    ...logged.slice(0, -1).map(({ action }) => after(action)),
  ])
  expect(await statusOf(id)).toBe(after(logged.at(-1)?.action))
})

describe('deleteWaitlistEntry', () => {
  it('deletes what the waitlist knows of an account, and nobody else’s, and keeps the account', async () => {
    const inviting = await join()
    const entry = await join(inviting.referralCode)
    const invited = await join(entry.referralCode)
    expect((await remove({ id: entry.id })).json).toEqual({ success: true, data: { id: entry.id, deleted: true } })
    const { profileId } = entry
    expect(await statusOf(entry.id)).toBeUndefined()
    expect(await count('points', 'profile_id = ?', profileId)).toBe(0)
    expect(await count('referral_conversions', '? in (invitee_profile_id, referrer_profile_id)', profileId)).toBe(0)
    expect(await at.rows('select referral_code from profiles where id = ?', profileId)).toEqual([
      { referral_code: null },
    ])
    expect(await count('linked_accounts', 'profile_id = ?', profileId)).toBe(1)
    // The points of who invited are not the account's.
    expect(await count('points', 'profile_id = ?', inviting.profileId)).toBe(1)
    for (const { id } of [inviting, invited]) expect(await statusOf(id)).toBe('pending')
  })

  it('logs a keyed hash of the e-mail address, and no address', async () => {
    const { id, email } = await join()
    await remove({ id, note: 'asked to be' })
    const [logged, ...others] = await at.log(id)
    expect(others).toEqual([])
    expect(logged).toMatchObject({
      action: 'waitlist.delete',
      details: { note: 'asked to be', previous: 'pending', emailHash: expect.stringMatching(/^[0-9a-f]{16}$/) },
    })
    expect(JSON.stringify(logged)).not.toContain(email.split('@')[0])
  })

  it('answers the same again, and the account may come back', async () => {
    const { id, profileId } = await join()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => remove({ id }, n % 2 ? at.first : at.second)),
    )
    answers.push(await remove({ id }))
    for (const answer of answers) expect(answer.json).toEqual({ success: true, data: { id, deleted: true } })
    expect(await at.log(id)).toHaveLength(1)
    const joining = { profileId, idpUserId: profileId, referralCode: null, now: 2000 }
    const again = await createWaitlist(await at.net.database()).join(joining)
    expect(again).toMatchObject({ status: 'pending' })
    expect(again.id).toBeGreaterThan(id)
    expect((await remove({ id })).status).toBe(200)
    expect(await statusOf(again.id)).toBe('pending')
    expect(await approve({ id })).toMatchObject({ status: 404 })
  })

  it('does all or nothing while the log cannot be written', async () => {
    const { id } = await join()
    await at.without('admin_log', async () => {
      expect(await remove({ id })).toMatchObject({ status: 503, code: 'store_unavailable' })
    })
    expect(await statusOf(id)).toBe('pending')
  })

  it('refuses an entry that was never there', async () => {
    expect(await remove({ id: UNKNOWN })).toMatchObject({ status: 404, code: 'waitlist_entry_not_found' })
    expect(await at.log(UNKNOWN)).toEqual([])
  })
})

describe('listWaitlistEntries', () => {
  const list = async (query: Record<string, string>) =>
    dataOf(await at.get(`/admin/waitlist/entries?${new URLSearchParams(query)}`), WaitlistEntries)

  it('has what to decide, the newest first', async () => {
    const [older, newer] = [await join(), await join()]
    await deny({ id: newer.id, note: 'no' })
    const { entries } = await list({ limit: '2' })
    expect(entries).toEqual([
      {
        id: newer.id,
        status: 'denied',
        email: newer.email,
        wallet: newer.wallet,
        createdAt: 1000,
        decidedAt: expect.any(Number),
        decidedBy: addressOf('admin'),
        note: 'no',
      },
      {
        id: older.id,
        status: 'pending',
        email: older.email,
        wallet: older.wallet,
        createdAt: 1000,
        decidedAt: null,
        decidedBy: null,
        note: null,
      },
    ])
    expect((await list({ status: 'pending', limit: '1' })).entries).toMatchObject([{ id: older.id }])
  })

  it('shows each once, in pages', async () => {
    const ids: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: z.output<typeof WaitlistEntries> = await list({ limit: '3', ...(cursor ? { cursor } : {}) })
      ids.push(...page.entries.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(ids).toEqual((await at.rows('select id from waitlist_entries order by id desc')).map(({ id }) => id))
  })

  it('refuses a cursor of another list', async () => {
    for (const cursor of ['x', encodeKeyset('access requests all', [1]), encodeKeyset('waitlist denied', [1])])
      expect(await at.get(`/admin/waitlist/entries?cursor=${cursor}`)).toMatchObject({
        status: 400,
        json: {
          error:
            'invalid_request: cursor: is not a nextCursor of this list with these filters and this order; omit it to start over',
        },
      })
  })
})
