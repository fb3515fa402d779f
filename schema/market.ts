import { dex } from './dex.ts'

/** Swaps and trend coins. */
export const market = { ...dex }
