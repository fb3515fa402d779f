/** How long one node may take until its answer begins, and all of them together. */
export const TRY_MS = 5000
export const TOTAL_MS = 8500
/** How long the rest of a long answer may take: also for a client that reads slowly. */
export const ANSWER_MS = 12_000
