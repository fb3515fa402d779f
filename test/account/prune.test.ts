import { expect, it } from 'vitest'
import { startAdminNet } from './startAdminNet.ts'
import { useNet } from '../support/useNet.ts'

const DAY = 86_400

const at = useNet(() => startAdminNet())

it('keeps requests for a year after they were decided or last sent, and the log for two', async () => {
  const now = Math.floor(Date.now() / 1000)
  const request = (n: number, status: string, updated: number, reviewed: number | null) =>
    at.rows(
      'insert into access_requests (id, wallet_address, status, created_at, updated_at, reviewed_at) values (?, ?, ?, 1, ?, ?)',
      n,
      `0x${n}`,
      status,
      now - updated,
      reviewed === null ? null : now - reviewed,
    )
  await request(101, 'pending', 365 * DAY, null)
  await request(102, 'pending', 367 * DAY, null)
  await request(103, 'denied', 400 * DAY, 365 * DAY)
  await request(104, 'approved', 400 * DAY, 367 * DAY)
  for (const [id, age] of [
    [201, 730],
    [202, 733],
  ] as const)
    await at.rows(
      "insert into admin_log values (?, '0x1', 'waitlist.approve', 'waitlist_entry', '1', '{}', 'ab', ?)",
      id,
      now - age * DAY,
    )
  await at.net.runSchedule('account')
  expect(await at.rows('select id from access_requests order by id')).toEqual([{ id: 101 }, { id: 103 }])
  expect(await at.rows('select id from admin_log order by id')).toEqual([{ id: 201 }])
})
