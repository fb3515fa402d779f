import { type SQL, sql } from 'drizzle-orm'
import { expiredKeys } from '../../../shared/store/idempotencyKeys.ts'
import { deleteSome } from '../../../shared/store/retention.ts'

const HOUR = 3600
const DAY = 86_400

/** The retention rules of the family's tables, and of a table of all families; `now` in unix seconds. */
export const retention = (now: number): SQL[] => [
  deleteSome('access_requests', sql`coalesce(reviewed_at, updated_at) < ${now - 366 * DAY}`),
  deleteSome('admin_log', sql`created_at < ${now - 2 * 366 * DAY}`),
  expiredKeys(now),
  deleteSome('handoff_codes', sql`expires_at < ${now - HOUR}`),
  deleteSome('wallet_link_endings', sql`ended_at < ${now - 2 * 365 * DAY}`),
  deleteSome(
    'svm_sweep_jobs',
    sql`status in ('succeeded', 'failed', 'blocked', 'cancelled') and updated_at < ${now - 90 * DAY}`,
  ),
]
