import * as z from 'zod'
import { agentVariables } from '../../shared/env/agentEnv.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, lenient, optional, withDefault } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { addresses, matching, safeUrl, text } from '../../shared/env/formats.ts'
import { storageVariables } from '../../shared/env/storageEnv.ts'

export const SocialEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...agentVariables,
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
  ...storageVariables,
  DB: binding<D1Database>(
    'database',
    'D1: accounts, the log index, chat events, reputation, addresses of stored documents',
  ),
  CHAT_AGENT_ADDRESSES: withDefault(addresses, '', {
    meaning: 'wallets of foreign agents whose chat commands pass the preflight',
    without: 'none',
  }),
})
export type SocialEnv = z.output<typeof SocialEnv>
