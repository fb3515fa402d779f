import type { AccountHandler } from '../context.ts'
import { decideEntry } from './decisions.ts'

/** Denies a waitlist entry, whatever its status. Throws waitlist_entry_not_found. */
export const denyWaitlistEntry: AccountHandler<'denyWaitlistEntry'> = (given, context) =>
  decideEntry('denied', given, context)
