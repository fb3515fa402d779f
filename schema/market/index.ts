import { coinTrend } from './coinTrend.ts'
import { coinTrendProfiles } from './coinTrendProfiles.ts'
import { coinTrendQuote } from './coinTrendQuote.ts'
import { coinTrendWrites } from './coinTrendWrites.ts'
import { dex } from './dex.ts'

/** Swaps and trend coins. */
export const market = { ...dex, ...coinTrend, ...coinTrendWrites, ...coinTrendProfiles, ...coinTrendQuote }
