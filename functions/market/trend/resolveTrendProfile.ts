import type { TrendHandler } from './TrendContext.ts'
import { resolveProfile } from './resolveProfile.ts'

/** The account's profile at the trend provider, looked up only if none is stored. Throws what resolveProfile throws. */
export const resolveTrendProfile: TrendHandler<'resolveTrendProfile'> = async ({ principal }, context) => ({
  data: await resolveProfile(principal, { always: false }, context),
})
