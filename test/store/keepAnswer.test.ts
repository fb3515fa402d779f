import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestScope } from '../../shared/log/requestScope.ts'
import type { Ticket } from '../../shared/log/Ticket.ts'
import { createIdempotencyKeys, expiredKeys } from '../../shared/store/idempotencyKeys.ts'
import { keepAnswer } from '../../shared/store/keepAnswer.ts'
import { openStoredDatabase } from '../../shared/store/StoredDatabase.ts'
import { openTestD1 } from './openTestD1.ts'

let db: Awaited<ReturnType<typeof openTestD1>>
beforeAll(async () => {
  db = await openTestD1()
})
afterAll(() => db.close())

const keys = () => createIdempotencyKeys(db.d1)
const ticket = (id: string, more: Partial<Ticket> = {}): Ticket => ({
  id,
  principal: '0xabc',
  fingerprint: 'body',
  claim: crypto.randomUUID(),
  askedAt: 100,
  ...more,
})
const rows = async () => (await db.d1.prepare('select count(*) n from agent_inboxes').first<number>('n')) ?? 0

/** A write of the run of a ticket: its row is there once, whoever writes it. */
const write = (mine: Ticket | undefined, agent: string): Promise<number[]> =>
  requestScope.run({ id: 'test', minBlock: undefined, ticket: mine }, () =>
    openStoredDatabase(db.d1).batch([
      sql`insert into agent_inboxes (agent, position, looked_at) values (${agent}, '1', 1) on conflict do nothing`,
      ...keepAnswer({ data: { agent } }),
    ]),
  )

describe('an answer that is kept with a write', () => {
  test('is there with it, for the same inputs alone', async () => {
    const mine = ticket('a')
    expect(await keys().claim(mine)).toMatchObject({ state: 'claimed' })
    await write(mine, 'a')
    expect(await keys().settle(mine, 'another')).toBe('{"data":{"agent":"a"}}')
    expect(await keys().claim(ticket('a', { askedAt: 101 }))).toEqual({
      state: 'answered',
      answer: '{"data":{"agent":"a"}}',
    })
    expect(await keys().claim(ticket('a', { fingerprint: 'another', askedAt: 101 }))).toEqual({ state: 'reused' })
  })

  test('is not where the write changed nothing; then it is kept afterwards', async () => {
    const mine = ticket('b')
    await keys().claim(mine)
    await write(undefined, 'b')
    await write(mine, 'b')
    expect(await keys().claim(ticket('b', { askedAt: 101 }))).toEqual({ state: 'in flight' })
    expect(await keys().settle(mine, '{}')).toBe('{}')
    expect(await keys().claim(ticket('b', { askedAt: 101 }))).toEqual({ state: 'answered', answer: '{}' })
  })

  test('is that of one run: a run whose request another has taken over changes nothing', async () => {
    const [first, second] = [ticket('c'), ticket('c')]
    await keys().claim(first)
    expect(await keys().claim({ ...second, askedAt: 114 })).toEqual({ state: 'in flight' })
    expect(await keys().claim(ticket('c', { fingerprint: 'another', askedAt: 115 }))).toEqual({ state: 'reused' })
    expect(await keys().claim({ ...second, askedAt: 115 })).toEqual({ state: 'claimed', ticket: second })
    const before = await rows()
    await expect(write(first, 'first')).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await rows()).toBe(before)
    await write(second, 'second')
    await expect(write(first, 'first')).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await keys().release(first, { open: false })).toBe('{"data":{"agent":"second"}}')
    expect(await keys().settle(first, 'first')).toBe('{"data":{"agent":"second"}}')
    expect(await rows()).toBe(before + 1)
  })

  test('is no more after 24 hours, and then it goes', async () => {
    const mine = ticket('d')
    await keys().claim(mine)
    await write(mine, 'd')
    expect(await keys().claim(ticket('d', { askedAt: 86_499 }))).toMatchObject({ state: 'answered' })
    expect(await keys().claim(ticket('d', { fingerprint: 'another', askedAt: 86_500 }))).toMatchObject({
      state: 'claimed',
    })
    await openStoredDatabase(db.d1).batch([expiredKeys(86_500)])
    const left = await db.d1.prepare('select id from idempotency_keys').all()
    expect(left.results).toEqual([{ id: 'd' }])
  })

  test('is not of a request that was refused: its key is free', async () => {
    const mine = ticket('e')
    await keys().claim(mine)
    expect(await keys().release(mine, { open: false })).toBeNull()
    expect(await keys().claim(ticket('e', { fingerprint: 'another', askedAt: 101 }))).toMatchObject({
      state: 'claimed',
    })
  })

  test('nor of one that failed: the same may be tried at once, as of the time when it was first asked', async () => {
    const mine = ticket('g')
    await keys().claim(mine)
    expect(await keys().release(mine, { open: true })).toBeNull()
    expect(await keys().claim(ticket('g', { fingerprint: 'another', askedAt: 101 }))).toEqual({ state: 'reused' })
    expect(await keys().claim(ticket('g', { askedAt: 101 }))).toMatchObject({ ticket: { askedAt: 100 } })
  })

  test('of a hundred runs at once one has the request', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => keys().claim(ticket('f', { askedAt: 100 }))))
    expect(all.filter(({ state }) => state === 'claimed')).toHaveLength(1)
  })
})
