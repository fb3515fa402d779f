import { lenient, optional, withDefault } from '../../../../shared/env/declare.ts'
import { matching, safeUrl, text } from '../../../../shared/env/formats.ts'

/** Where reputation comes from. */
export const reputationVariables = {
  REPUTATION_API_URL: lenient(safeUrl, {
    provider: 'reputationProvider',
    meaning: 'base URL of the reputation provider’s API, version 2; it receives the key',
    without: 'scores are not synced: 503 `reputation_not_configured`',
  }),
  REPUTATION_API_KEY: optional(text, {
    meaning: 'key of the reputation provider',
    without: 'requests have no key',
    secret: true,
  }),
  REPUTATION_CLIENT_NAME: withDefault(
    matching('1 to 64 of the characters A-Z a-z 0-9 . _ @ -', /^[A-Za-z0-9._@-]{1,64}$/),
    'creator-vault-api',
    { meaning: 'client name that requests to the reputation provider carry' },
  ),
}
