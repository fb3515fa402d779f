import { answers } from '../common.ts'
import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { TREND_TAGS, TrendProfile } from './coinTrendParts.ts'
import { operation, SECURITY } from '../operation.ts'
import { identityNeeds, type Needs } from '../needs.ts'

/** Who tells profiles of trend coins, and by which accounts at the identity provider. */
const TREND_PROVIDER: Needs = {
  TREND_API_URL: 'trend_provider_not_configured',
  TREND_APP_ID: 'trend_provider_not_configured',
}

export const ResolvedTrendProfile = z
  .object({
    // Another meaning of source than in TrendProfile, so no extension of it.
    ...TrendProfile.shape,
    source: z.enum(['provider', 'store']).openapi({
      description: 'provider: the trend provider said so just now; store: what it said ageSeconds ago',
      example: 'provider',
    }),
    ageSeconds: z.int().min(0).openapi({ description: 'How long ago the provider said so, in seconds', example: 0 }),
  })
  .openapi('ResolvedTrendProfile')

const ASKED = {
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
  request: { body: jsonBody(z.object({}).openapi('TrendProfileRequest'), false) },
  responses: answers('The profile', ResolvedTrendProfile),
} as const

/** Who an account is at the trend provider. No answer may be stored by anybody. */
export const coinTrendProfiles = {
  resolveTrendProfile: operation({
    ...ASKED,
    operationId: 'resolveTrendProfile',
    path: '/coin-trend/resolve',
    summary: 'Who the user’s account is at the trend provider',
    description:
      'Answers what is stored, whatever its age. If nothing is, it asks the identity provider for the account that the user has linked there, and the trend provider for the profile of that account’s wallets, and stores what they say. It asks once in ten minutes; sooner it is 429.',
    'x-needs': { ...identityNeeds, ...TREND_PROVIDER },
    'x-after': 'verifyAuth',
  }),
  refreshTrendProfile: operation({
    ...ASKED,
    operationId: 'refreshTrendProfile',
    path: '/coin-trend/refresh',
    summary: 'The same, looked up anew',
    description:
      'Asks both providers again, once in ten minutes for an account. Sooner it answers what is stored, with its age, or 429 if nothing is. A link that is gone takes the stored profile with it.',
    'x-needs': { ...identityNeeds, ...TREND_PROVIDER },
    'x-after': 'verifyAuth',
  }),
}
