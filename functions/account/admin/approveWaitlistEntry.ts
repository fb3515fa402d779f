import type { AccountHandler } from '../context.ts'
import { decideEntry } from './decisions.ts'

/** Approves a waitlist entry, whatever its status. Throws waitlist_entry_not_found. */
export const approveWaitlistEntry: AccountHandler<'approveWaitlistEntry'> = (given, context) =>
  decideEntry('approved', given, context)
