import type { Chain } from '../../../shared/chain/chain.ts'
import { createReputationProvider } from './provider/createReputationProvider.ts'
import { createReputationStore } from '../store/reputation.ts'
import type { SocialEnv } from '../env.ts'
import type { Reputation } from './Run.ts'

/** What the lanes work with; null where no provider is configured. */
export function createReputation(
  { chain, now }: { readonly chain: Chain; readonly now: () => number },
  { REPUTATION_API_URL, REPUTATION_API_KEY, REPUTATION_CLIENT_NAME, DB }: SocialEnv,
): Reputation | null {
  if (!REPUTATION_API_URL) return null
  const provider = createReputationProvider({
    url: REPUTATION_API_URL,
    clientName: REPUTATION_CLIENT_NAME,
    apiKey: REPUTATION_API_KEY,
    now,
  })
  return { provider, store: createReputationStore(DB), chain, now }
}
