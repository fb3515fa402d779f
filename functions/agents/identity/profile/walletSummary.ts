import type { Address } from 'viem'
import { DEFAULT_HOPS, type WalletIntelligenceSummary } from '../../../../schema/agents/walletIntelligence.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { WaitUntil } from '../../../../shared/http/handler.ts'
import { within } from '../../../../shared/http/within.ts'
import type { Intelligence } from '../../intelligence/createIntelligence.ts'
import { normaliseOptions } from '../../intelligence/IntelligenceOptions.ts'

/** How long a profile waits for providers; what comes later is there for the next one. */
const PATIENCE_MS = 2000

/** The summary of a wallet's graph. Throws intelligence_unavailable where it takes too long, and store_unavailable. */
export function walletSummary(
  address: Address,
  { intelligence }: { readonly intelligence: Intelligence },
  waitUntil: WaitUntil,
): Promise<WalletIntelligenceSummary> {
  const all = { portfolio: true, ens: true, social: true, labels: true, noCache: false }
  const reading = intelligence.read(normaliseOptions({ address, hops: DEFAULT_HOPS, ...all }), { waitUntil })
  return within(
    PATIENCE_MS,
    reading.then(({ summary }) => summary),
    () => new ApiError('intelligence_unavailable'),
  )
}
