/** Swaps and trend coins. */
export const market = {}
