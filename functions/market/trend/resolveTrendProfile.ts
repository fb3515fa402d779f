import type { coinTrendProfiles } from '../../../schema/market/coinTrendProfiles.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { resolveProfile } from './resolveProfile.ts'
import type { TrendContext } from './TrendContext.ts'

/** The account's profile at the trend provider, looked up only if none is stored. Throws what resolveProfile throws. */
export const resolveTrendProfile: Handler<typeof coinTrendProfiles.resolveTrendProfile, TrendContext> = async (
  { principal },
  context,
) => ({ data: await resolveProfile(principal, { always: false }, context) })
