import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createLeases, LeaseLost } from '../../shared/store/leases.ts'
import { openStoredDatabase } from '../../shared/store/StoredDatabase.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

const d1 = prepared(() => migratedD1())

const TABLES = [
  { table: 'run_leases', key: 'work' },
  { table: 'reputation_sync_leases', key: 'sync_key' },
] as const

describe.each(TABLES)('leases in $table', (names) => {
  const open = () => createLeases<'canonical' | 'hot'>(openStoredDatabase(d1), names)
  const insert = sql`insert into agent_inboxes (agent, position, looked_at) select 'a', '1', 1`
  const rows = async () => (await d1.prepare('select count(*) n from agent_inboxes').first<number>('n')) ?? 0

  test('of a hundred that take the same work at once one has it, and other work is apart', async () => {
    const taken = await Promise.all(Array.from({ length: 100 }, () => open().take('hot', 100, 60)))
    const [lease, ...others] = taken.filter((one) => one !== null)
    expect(others).toEqual([])
    expect(await open().take('canonical', 100, 60)).toMatchObject({ work: 'canonical' })
    if (!lease) throw new Error('nobody has it')
    await open().release(lease)
    expect(await open().take('hot', 100, 60)).toMatchObject({ work: 'hot' })
  })

  test('who lost the lease changes nothing, and does not end that of another', async () => {
    const before = await rows()
    const cutOff = await open().take('hot', 200, 60)
    expect(await open().take('hot', 259, 60)).toBeNull()
    const next = await open().take('hot', 260, 60)
    if (!cutOff || !next) throw new Error('a lease that is over was not given')
    await expect(open().fenced(cutOff, (held) => [sql`${insert} where ${held}`])).rejects.toThrow(LeaseLost)
    await open().release(cutOff)
    expect(await rows()).toBe(before)
    expect(await open().fenced(next, (held) => [sql`${insert} where ${held}`])).toEqual([1])
    await d1.prepare('delete from agent_inboxes').run()
    await open().release(next)
  })

  test('a store that does not answer is an outage', async () => {
    const gone = createLeases<'hot'>(openStoredDatabase(d1), { ...names, table: 'not_there' })
    await expect(gone.take('hot', 1, 1)).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})
