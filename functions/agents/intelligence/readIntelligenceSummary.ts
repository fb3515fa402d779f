import type { Address } from 'viem'
import { DEFAULT_HOPS, type WalletIntelligenceSummary } from '../../../schema/walletIntelligence.ts'
import { logError } from '../../../shared/log/logError.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import type { Intelligence } from './createIntelligence.ts'
import { normaliseOptions } from './IntelligenceOptions.ts'

/** The summary of a wallet’s graph, for a profile; null if it cannot be had now. It takes up to twelve seconds. Never throws. */
export async function readIntelligenceSummary(
  address: Address,
  intelligence: Intelligence,
  waitUntil: WaitUntil,
): Promise<WalletIntelligenceSummary | null> {
  const all = { portfolio: true, ens: true, social: true, labels: true, noCache: false }
  try {
    const options = normaliseOptions({ address, hops: DEFAULT_HOPS, ...all })
    return (await intelligence.read(options, { waitUntil })).summary
  } catch (error) {
    logError('warn', 'intelligence_summary_unavailable', error)
    return null
  }
}
