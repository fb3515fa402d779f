import { type SQL, sql } from 'drizzle-orm'
import { deleteSome } from '../../../shared/store/retention.ts'

const DAY = 86_400
const YEAR = 366 * DAY

/** The retention rules of the family's tables; `now` in unix seconds. */
export const retention = (now: number): SQL[] => [
  deleteSome('trend_ops', sql`status in ('predicted', 'deploying', 'failed') and updated_at < ${now - YEAR}`),
  deleteSome('trend_metrics', sql`taken_at < ${now - 90 * DAY}`),
  deleteSome('trend_entries', sql`created_at < ${now - YEAR}`),
]
