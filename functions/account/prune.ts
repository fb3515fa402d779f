import { createAccessRequests } from './store/accessRequests.ts'
import { pruneAdminLog } from './store/adminLog.ts'
import { createAccountWallets } from '../../shared/store/accountWallets.ts'
import { createHandoffStore } from './store/handoffs.ts'
import { createSvmStore } from './store/svmSweeps.ts'

/** The retention rules of the family's tables, each for a bounded number of rows; `now` in unix milliseconds. */
export async function prune({ DB }: { readonly DB: D1Database }, now: number): Promise<void> {
  const seconds = Math.floor(now / 1000)
  await createAccessRequests(DB).prune(seconds)
  await pruneAdminLog(DB, seconds)
  await createHandoffStore(DB).purge(seconds)
  await createAccountWallets(DB).purge(seconds)
  await createSvmStore(DB).purge(seconds)
}
