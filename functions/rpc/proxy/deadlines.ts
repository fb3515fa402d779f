/** How long one node may take until its answer begins, and all of them together. */
export const TRY_MS = 5000
export const TOTAL_MS = 8500
/** How long a request may be under way in all: also one whose client reads slowly. */
export const ANSWER_MS = 20_000
