import { vi } from 'vitest'
import type { BorrowedNet } from './localnet.ts'

/** Waits until the log index has its lists. A run of the job that finds another one at work leaves the rest to it. */
export async function fillIndex(net: Pick<BorrowedNet, 'database' | 'runSchedule'>): Promise<void> {
  const database = await net.database()
  await vi.waitUntil(
    async () => {
      await net.runSchedule('core')
      return (await database.prepare('select 1 from chains where listed_number > 0').first()) !== null
    },
    { timeout: 60_000 },
  )
}
