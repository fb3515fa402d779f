import { answers } from '../common.ts'
import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { TREND_TAGS, TrendProfile } from './coinTrendParts.ts'
import { operation, SECURITY } from '../operation.ts'
import { identityNeeds, type Needs } from '../needs.ts'

/** The trend provider, and its application at the identity provider. */
const TREND_PROVIDER: Needs = {
  TREND_API_URL: 'trend_provider_not_configured',
  TREND_APP_ID: 'trend_provider_not_configured',
}

export const ResolvedTrendProfile = z
  .object({
    // `source` differs from that of TrendProfile, so this does not extend it.
    ...TrendProfile.shape,
    source: z.enum(['provider', 'store']).meta({
      description:
        'provider: the trend provider reported the profile just now; store: it reported the profile ageSeconds ago',
      example: 'provider',
    }),
    ageSeconds: z.int().min(0).meta({ description: 'Age of the profile, in seconds', example: 0 }),
  })
  .meta({ id: 'ResolvedTrendProfile' })

const PROFILE_OPERATION = {
  method: 'post',
  tags: TREND_TAGS,
  'x-answer': 'envelope',
  'x-auth': 'identity',
  security: SECURITY.identity,
  'x-limit': 'trendProfile',
  'x-body': { bound: 16_384, kind: 'object' },
  'x-errors': [
    'account_not_found',
    'account_conflict',
    'trend_not_linked',
    'trend_provider_unavailable',
    'trend_provider_not_configured',
    'store_unavailable',
  ],
  request: { body: jsonBody(z.object({}).meta({ id: 'TrendProfileRequest' }), false) },
  responses: answers('The profile', ResolvedTrendProfile),
} as const

/** Profiles of accounts at the trend provider. Answers are never cached. */
export const coinTrendProfiles = {
  resolveTrendProfile: operation({
    ...PROFILE_OPERATION,
    operationId: 'resolveTrendProfile',
    path: '/coin-trend/resolve',
    summary: 'Get the user’s profile at the trend provider',
    description:
      'Returns the stored profile, whatever its age. Without one, it gets the user’s linked account from the identity provider and the profile of that account’s wallets from the trend provider, and stores the profile. It queries them at most once in ten minutes for an account; an earlier request is 429.',
    'x-needs': { ...identityNeeds, ...TREND_PROVIDER },
    'x-after': 'verifyAuth',
  }),
  refreshTrendProfile: operation({
    ...PROFILE_OPERATION,
    operationId: 'refreshTrendProfile',
    path: '/coin-trend/refresh',
    summary: 'Refresh the user’s profile at the trend provider',
    description:
      'Queries the identity provider and the trend provider again, at most once in ten minutes for an account. Within that time it returns the stored profile with its age, or 429 if no profile is stored. If the account is no longer linked, the stored profile is deleted.',
    'x-needs': { ...identityNeeds, ...TREND_PROVIDER },
    'x-after': 'verifyAuth',
  }),
}
