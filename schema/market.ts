import { coinTrend } from './coinTrend.ts'
import { coinTrendProfiles } from './coinTrendProfiles.ts'
import { coinTrendWrites } from './coinTrendWrites.ts'

/** Swaps and trend coins. */
export const market = { ...coinTrend, ...coinTrendWrites, ...coinTrendProfiles }
