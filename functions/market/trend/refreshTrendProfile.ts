import type { TrendHandler } from './TrendContext.ts'
import { resolveProfile } from './resolveProfile.ts'

/** The account's profile at the trend provider, looked up again at most every ten minutes. Throws what resolveProfile throws. */
export const refreshTrendProfile: TrendHandler<'refreshTrendProfile'> = async ({ principal }, context) => ({
  data: await resolveProfile(principal, { always: true }, context),
})
