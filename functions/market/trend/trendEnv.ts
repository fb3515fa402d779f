import { lenient, optional } from '../../../shared/env/declare.ts'
import { matching, safeUrl, text } from '../../../shared/env/formats.ts'

/** The trend provider, the source of profiles. */
export const trendVariables = {
  TREND_API_URL: lenient(safeUrl, {
    provider: 'trendProvider',
    meaning: 'base URL of the trend provider’s API; it receives the key',
    without: 'profiles are not resolved: 503 `trend_provider_not_configured`',
  }),
  TREND_API_KEY: optional(text, {
    meaning: 'key of the trend provider',
    without: 'requests have no key',
    secret: true,
  }),
  TREND_APP_ID: lenient(matching('1 to 128 of the characters A-Z a-z 0-9 _ -', /^[A-Za-z0-9_-]{1,128}$/), {
    provider: 'trendProvider',
    meaning: 'id of the trend provider’s application at the identity provider, which identifies its accounts',
    without: 'profiles are not resolved: 503 `trend_provider_not_configured`',
  }),
}
