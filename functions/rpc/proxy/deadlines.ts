/** How long one node may take until its answer begins, and all of them together. */
export const TRY_MS = 5000
export const TOTAL_MS = 8500
/** The longest that counting a request may take: a lease of tokens for each of two budgets. */
export const CHARGE_MS = 12_000
/** How long the rest of a long answer may take: also for a client that reads slowly. */
export const ANSWER_MS = 12_000
