import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { addressOf } from '../../localnet/world/accounts.ts'
import { CreatorAccessRequests, CreatorAllowlist } from '../../schema/account/adminAnswers.ts'
import { encodeKeyset } from '../../shared/store/openPage.ts'
import { startAdminNet } from './startAdminNet.ts'
import { dataOf } from './support.ts'
import { useNet } from '../support/useNet.ts'

const at = useNet(() => startAdminNet())

const approve = (body: object, admin = at.first) => at.post('/admin/creator-access/approve', body, admin)
const deny = (body: object, admin = at.first) => at.post('/admin/creator-access/deny', body, admin)
const revoke = (body: object, admin = at.first) => at.post('/admin/creator-access/revoke', body, admin)
const listed = async (address: string) =>
  dataOf(await at.get(`/admin/creator-access/allowlist?q=${address}`), CreatorAllowlist).allowlist
const requestOf = (id: number) =>
  at.rows('select status, reviewed_by, decision_note from access_requests where id = ?', id)
const ADMIN = addressOf('admin')
const UNKNOWN = 2 ** 40

describe('approveCreatorAccess', () => {
  it('approves a request, puts its wallet on the list and logs who did, together', async () => {
    const { wallet, requestId } = await at.newRequest()
    const answer = await approve({ requestId, note: '  Met at the meetup ' })
    expect(answer.json).toEqual({ success: true, data: { requestId, wallet, approved: true } })
    const note = 'Met at the meetup'
    expect(await requestOf(requestId)).toEqual([
      { status: 'approved', reviewed_by: ADMIN.toLowerCase(), decision_note: note },
    ])
    expect(await listed(wallet)).toEqual([
      { address: wallet, approvedAt: expect.any(Number), approvedBy: ADMIN, note, smartWalletAddress: null },
    ])
    expect(await at.log(requestId)).toEqual([
      expect.objectContaining({
        admin_address: ADMIN.toLowerCase(),
        action: 'creator_access.approve',
        target_type: 'access_request',
        details: { note, previous: 'pending', wallet: wallet.toLowerCase() },
      }),
    ])
  })

  it('answers the administrator who approved it the same again, and changes nothing', async () => {
    const { wallet, requestId } = await at.newRequest()
    const first = await approve({ requestId })
    await revoke({ address: wallet })
    expect((await approve({ requestId, note: 'again' })).json).toEqual(first.json)
    expect(await at.log(requestId)).toHaveLength(1)
    expect(await listed(wallet)).toEqual([])
  })

  it('puts a wallet that was revoked back, with the note that it had', async () => {
    const { wallet, session, requestId } = await at.newRequest()
    await approve({ requestId, note: 'first' })
    await revoke({ address: wallet })
    await at.post('/creator-access/request', {}, session)
    const [again] = await at.rows(
      "select id from access_requests where wallet_address = ? and status = 'pending'",
      wallet.toLowerCase(),
    )
    const answer = await approve({ requestId: again?.['id'] }, at.second)
    expect(answer.status).toBe(200)
    expect(await listed(wallet)).toMatchObject([{ note: 'first', approvedBy: addressOf('owner') }])
  })

  it('refuses a request that is not there, or was decided otherwise', async () => {
    expect(await approve({ requestId: UNKNOWN })).toMatchObject({ status: 404, code: 'access_request_not_found' })
    const { wallet, requestId } = await at.newRequest()
    await deny({ requestId })
    expect(await approve({ requestId })).toMatchObject({
      status: 409,
      json: { error: 'already_decided: requestId: was already denied by you; a decision is final' },
    })
    expect(await listed(wallet)).toEqual([])
  })

  it('does all or nothing while the log cannot be written', async () => {
    const { wallet, requestId } = await at.newRequest()
    await at.without('admin_log', async () => {
      expect(await approve({ requestId })).toMatchObject({ status: 503, code: 'store_unavailable' })
    })
    expect(await requestOf(requestId)).toMatchObject([{ status: 'pending' }])
    expect(await listed(wallet)).toEqual([])
    expect((await approve({ requestId })).status).toBe(200)
  })

  it('of twenty at once by two administrators is one decision, and one row of the log', async () => {
    const { wallet, requestId } = await at.newRequest()
    const admins = Array.from({ length: 20 }, (_, n) => (n % 2 ? at.first : at.second))
    const answers = await Promise.all(admins.map((admin) => approve({ requestId }, admin)))
    const logged = await at.log(requestId)
    expect(logged).toHaveLength(1)
    const [winner, loser] = logged[0]?.admin_address === ADMIN.toLowerCase() ? [1, 0] : [0, 1]
    expect(answers.filter((_, n) => n % 2 === winner).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(answers.filter((_, n) => n % 2 === loser).map(({ code }) => code)).toEqual(Array(10).fill('already_decided'))
    expect(await listed(wallet)).toHaveLength(1)
  })

  it('and a denial at once are one decision, and the list agrees with it', async () => {
    for (let round = 0; round < 5; round++) {
      const { wallet, requestId } = await at.newRequest()
      const both = [() => approve({ requestId }, at.first), () => deny({ requestId }, at.second)]
      const answers = await Promise.all((round % 2 ? both : both.toReversed()).map((send) => send()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const [logged, ...others] = await at.log(requestId)
      expect(others).toEqual([])
      const isApproved = logged?.action === 'creator_access.approve'
      expect(await requestOf(requestId)).toMatchObject([{ status: isApproved ? 'approved' : 'denied' }])
      expect(await listed(wallet)).toHaveLength(isApproved ? 1 : 0)
    }
  })
})

describe('denyCreatorAccess', () => {
  it('denies a request, and answers the same again', async () => {
    const { wallet, requestId } = await at.newRequest()
    for (const note of ['too early', undefined])
      expect((await deny({ requestId, note })).json).toEqual({ success: true, data: { requestId, denied: true } })
    expect(await requestOf(requestId)).toMatchObject([{ status: 'denied', decision_note: 'too early' }])
    expect(await listed(wallet)).toEqual([])
    expect(await at.log(requestId)).toMatchObject([{ action: 'creator_access.deny', details: { note: 'too early' } }])
  })

  it('refuses a request that is not there, or was decided by another', async () => {
    expect(await deny({ requestId: UNKNOWN })).toMatchObject({ status: 404, code: 'access_request_not_found' })
    const { requestId } = await at.newRequest()
    await approve({ requestId })
    expect(await deny({ requestId })).toMatchObject({ status: 409, code: 'already_decided' })
    expect(await approve({ requestId }, at.second)).toMatchObject({
      status: 409,
      json: { error: 'already_decided: requestId: was already approved by another administrator; a decision is final' },
    })
  })

  it.each([
    [{ requestId: 0 }, 'requestId'],
    [{ requestId: 2 ** 53 }, 'requestId'],
    [{ requestId: 1, note: null }, 'note'],
    [{ requestId: 1, note: 'x'.repeat(4001) }, 'note'],
  ])('refuses %j', async (body, field) => {
    for (const path of ['approve', 'deny']) {
      const answer = await at.post(`/admin/creator-access/${path}`, body)
      expect(answer).toMatchObject({
        status: 400,
        json: { error: expect.stringContaining(`invalid_request: ${field}: `) },
      })
    }
  })
})

describe('revokeCreatorAccess', () => {
  it('takes a wallet off the list, keeps its note, and logs it once', async () => {
    const { wallet, requestId } = await at.newRequest()
    await approve({ requestId, note: 'kept' })
    for (let round = 0; round < 2; round++)
      expect((await revoke({ address: wallet.toLowerCase() })).json).toEqual({
        success: true,
        data: { address: wallet, revoked: true },
      })
    expect(await listed(wallet)).toEqual([])
    const row = 'select revoked_at is not null revoked, note from creator_allowlist where address = ?'
    expect(await at.rows(row, wallet.toLowerCase())).toEqual([{ revoked: 1, note: 'kept' }])
    expect(await at.log(wallet.toLowerCase())).toMatchObject([
      { action: 'allowlist.revoke', target_type: 'allowlist', details: { previous: 'allowed' } },
    ])
  })

  it('of twenty at once logs one', async () => {
    const { wallet, requestId } = await at.newRequest()
    await approve({ requestId })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => revoke({ address: wallet, note: `${n}` }, n % 2 ? at.first : at.second)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const [logged, ...others] = await at.log(wallet.toLowerCase())
    expect(others).toEqual([])
    const [row] = await at.rows('select note from creator_allowlist where address = ?', wallet.toLowerCase())
    expect(logged?.details).toMatchObject({ note: row?.['note'] })
  })

  it('refuses a wallet that was never on the list', async () => {
    const { wallet } = await at.newRequest()
    expect(await revoke({ address: wallet })).toMatchObject({ status: 404, code: 'not_on_allowlist' })
    expect(await at.log(wallet.toLowerCase())).toEqual([])
  })
})

describe('listCreatorAccessRequests', () => {
  const list = async (query: Record<string, string>) =>
    dataOf(await at.get(`/admin/creator-access/requests?${new URLSearchParams(query)}`), CreatorAccessRequests)

  it('has what to decide, the newest first', async () => {
    const requests = [await at.newRequest(), await at.newRequest()]
    const { requestId } = await at.newRequest()
    await deny({ requestId, note: 'no' })
    const { requests: newest } = await list({ limit: '3' })
    expect(newest.map((one) => one.requestId)).toEqual([
      requestId,
      ...requests.map((one) => one.requestId).toReversed(),
    ])
    expect(newest[0]).toMatchObject({ status: 'denied', decidedBy: ADMIN, note: 'no' })
    expect(newest[1]).toEqual({
      requestId: requests[1]?.requestId,
      status: 'pending',
      wallet: requests[1]?.wallet,
      coin: null,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
      decidedAt: null,
      decidedBy: null,
      note: null,
    })
    const pending = await list({ status: 'pending', limit: '1' })
    expect(pending.requests.map((one) => one.requestId)).toEqual([requests[1]?.requestId])
  })

  it.each(['1', '2', '7'])('shows each once in pages of %s', async (limit) => {
    const ids: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: z.output<typeof CreatorAccessRequests> = await list({ limit, ...(cursor ? { cursor } : {}) })
      expect(page.count).toBe(page.requests.length)
      ids.push(...page.requests.map((one) => one.requestId))
      cursor = page.nextCursor
    }
    const all = await at.rows('select id from access_requests order by id desc')
    expect(ids).toEqual(all.map(({ id }) => id))
  })

  it.each([
    [{ status: 'open' }, 'status'],
    [{ limit: '201' }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: encodeKeyset('access requests pending', [5]) }, 'cursor'],
    [{ cursor: encodeKeyset('access requests all', ['5 or 1=1']) }, 'cursor'],
  ])('refuses %j', async (query, field) => {
    const answer = await at.get(`/admin/creator-access/requests?${new URLSearchParams(query)}`)
    expect(answer).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining(`invalid_request: ${field}: `) },
    })
  })
})
