import type { Effect } from './loanFields.ts'

const effect: Effect = { quote: null, collateral: null, after: null }

/** What is known of a call where no node answered. */
export const NOTHING_PLANNED = { approvals: [], issues: [], meanings: {}, warnings: [], effect, mostToPay: null }
