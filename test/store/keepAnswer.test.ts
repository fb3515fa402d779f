import { sql } from 'drizzle-orm'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { requestScope, type Ticket } from '../../shared/log/requestScope.ts'
import { createIdempotencyKeys, expiredKeys } from '../../shared/store/idempotencyKeys.ts'
import { createAccountStore } from '../../shared/store/accounts.ts'
import { KeyTaken, keepAnswer } from '../../shared/store/keepAnswer.ts'
import { openStoredDatabase } from '../../shared/store/StoredDatabase.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

const d1 = prepared(() => migratedD1())

const keys = () => createIdempotencyKeys(d1)
const ticket = (id: string, more: Partial<Ticket> = {}): Ticket => ({
  id,
  principal: '0xabc',
  fingerprint: 'body',
  claim: crypto.randomUUID(),
  requestedAt: 100,
  ...more,
})
const rows = async () => (await d1.prepare('select count(*) n from agent_inboxes').first<number>('n')) ?? 0

/** A write of the run of a ticket: its row is there once, by whichever run. */
const write = (mine: Ticket | undefined, agent: string): Promise<number[]> =>
  requestScope.run({ id: 'test', minBlock: undefined, ticket: mine }, () =>
    openStoredDatabase(d1).batch([
      sql`insert into agent_inboxes (agent, position, looked_at) values (${agent}, '1', 1) on conflict do nothing`,
      ...keepAnswer({ data: { agent } }),
    ]),
  )

describe('the account of the wallet that asks', () => {
  const wallet = getAddress('0x00000000000000000000000000000000000000a1')
  const find = (mine: Ticket) =>
    requestScope.run({ id: 'test', minBlock: undefined, ticket: mine }, () =>
      createAccountStore(d1).findByWallet(wallet),
    )
  const claim = async (id: string): Promise<Ticket> => {
    const claimed = await keys().claim(ticket(id), wallet)
    if (claimed.state !== 'claimed') throw new Error(claimed.state)
    return claimed.ticket
  }

  test('is read with the claim of its request, for the first look alone', async () => {
    const { profileId } = await createAccountStore(d1).open({ wallets: [{ address: wallet, kind: 'owner' }] }, 1)
    const mine = await claim('account')
    await d1.prepare('delete from profile_wallets where profile_id = ?').bind(profileId).run()
    expect(await find(mine)).toMatchObject({ profileId, wallets: [{ address: wallet, kind: 'owner' }] })
    expect(await find(mine)).toBeNull()
  })

  test('is no other request’s, and none is null', async () => {
    const mine = await claim('nobody')
    expect(await find(ticket('another'))).toBeNull()
    const { profileId } = await createAccountStore(d1).open({ wallets: [{ address: wallet, kind: 'owner' }] }, 1)
    expect(await find(ticket('another'))).toMatchObject({ profileId })
    expect(await find(mine)).toBeNull()
    expect(await find(mine)).toMatchObject({ profileId })
  })
})

describe('an answer that is kept with a write', () => {
  test('is there with it, for the same inputs alone', async () => {
    await write(ticket('a'), 'a')
    const answered = { state: 'answered', answer: '{"data":{"agent":"a"}}' }
    expect(await keys().find(ticket('a'))).toEqual(answered)
    expect(await keys().keep(ticket('a'), 'another')).toEqual(answered)
    expect(await keys().claim(ticket('a', { requestedAt: 101 }))).toEqual(answered)
    const other = ticket('a', { fingerprint: 'another', requestedAt: 101 })
    for (const found of [keys().find(other), keys().keep(other, '{}'), keys().claim(other)])
      expect(await found).toEqual({ state: 'reused' })
  })

  test('is not where the write changed nothing; then it is kept afterwards, once', async () => {
    const mine = ticket('b')
    await write(undefined, 'b')
    await write(mine, 'b')
    expect(await keys().find(mine)).toBeNull()
    expect(await keys().keep(mine, '{}')).toBeNull()
    expect(await keys().keep(ticket('b'), 'another')).toEqual({ state: 'answered', answer: '{}' })
  })

  test('is that of one run: of a hundred at once one batch is done, and every other fails as a whole', async () => {
    const before = await rows()
    const all = await Promise.allSettled(Array.from({ length: 100 }, (_, i) => write(ticket('c'), `c${i}`)))
    const failed = all.filter((one) => one.status === 'rejected')
    expect(failed).toHaveLength(99)
    for (const { reason } of failed) expect(reason).toBeInstanceOf(KeyTaken)
    expect(await rows()).toBe(before + 1)
    expect(await keys().find(ticket('c'))).toMatchObject({ state: 'answered' })
  })

  test('is not while a run has claimed the request; one that never answers leaves it after 15 seconds', async () => {
    expect(await keys().claim(ticket('h'))).toMatchObject({ state: 'claimed' })
    const before = await rows()
    await expect(write(ticket('h', { requestedAt: 114 }), 'h')).rejects.toBeInstanceOf(KeyTaken)
    await expect(write(ticket('h', { requestedAt: 115, fingerprint: 'another' }), 'h')).rejects.toBeInstanceOf(KeyTaken)
    expect(await keys().find(ticket('h', { requestedAt: 114 }))).toEqual({ state: 'in flight' })
    expect(await rows()).toBe(before)
    await write(ticket('h', { requestedAt: 115 }), 'h')
    expect(await rows()).toBe(before + 1)
  })

  test('is no more after 24 hours, and then it goes', async () => {
    await write(ticket('d'), 'd')
    expect(await keys().find(ticket('d', { requestedAt: 86_499 }))).toMatchObject({ state: 'answered' })
    const next = ticket('d', { fingerprint: 'another', requestedAt: 86_500 })
    expect(await keys().find(next)).toBeNull()
    await write(next, 'd2')
    expect(await keys().find(next)).toMatchObject({ state: 'answered' })
    await write(ticket('i', { requestedAt: 101 }), 'i')
    await openStoredDatabase(d1).batch([expiredKeys(86_500)])
    const left = await d1.prepare(`select id from idempotency_keys where id in ('a', 'd', 'i')`).all()
    expect(left.results).toEqual([{ id: 'd' }, { id: 'i' }])
  })
})

describe('a request that is claimed', () => {
  test('is that of one run: another has it once the first has not answered for 15 seconds', async () => {
    const [first, second] = [ticket('j'), ticket('j')]
    await keys().claim(first)
    expect(await keys().claim({ ...second, requestedAt: 114 })).toEqual({ state: 'in flight' })
    expect(await keys().claim(ticket('j', { fingerprint: 'another', requestedAt: 115 }))).toEqual({ state: 'reused' })
    expect(await keys().claim({ ...second, requestedAt: 115 })).toEqual({ state: 'claimed', ticket: second })
    expect(await keys().settle(second, 'second')).toBe('second')
    expect(await keys().release(first, { open: false })).toBe('second')
    expect(await keys().settle(first, 'first')).toBe('second')
  })

  test('is not of a request that was refused: its key is free', async () => {
    const mine = ticket('e')
    await keys().claim(mine)
    expect(await keys().release(mine, { open: false })).toBeNull()
    expect(await keys().claim(ticket('e', { fingerprint: 'another', requestedAt: 101 }))).toMatchObject({
      state: 'claimed',
    })
  })

  test('nor of one that failed: the same may be tried at once, as of the time of the first run', async () => {
    const mine = ticket('g')
    await keys().claim(mine)
    expect(await keys().release(mine, { open: true })).toBeNull()
    expect(await keys().claim(ticket('g', { fingerprint: 'another', requestedAt: 101 }))).toEqual({ state: 'reused' })
    expect(await keys().claim(ticket('g', { requestedAt: 101 }))).toMatchObject({ ticket: { requestedAt: 100 } })
  })

  test('of a hundred runs at once one has the request', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => keys().claim(ticket('f', { requestedAt: 100 }))))
    expect(all.filter(({ state }) => state === 'claimed')).toHaveLength(1)
  })
})
