import type { WalletIntelligence } from '../../../schema/agents/walletIntelligence.ts'
import { nameOf, type Principal } from '../../../shared/auth/principal.ts'
import type { Spend, WaitUntil } from '../../../shared/http/handler.ts'
import type { ArtifactStorage } from '../../../shared/artifacts/ArtifactStorage.ts'
import { canonicalJson } from '../../../shared/text/json.ts'
import type { IntelligenceContext } from './context.ts'
import { normaliseOptions } from './IntelligenceOptions.ts'

type GivenOptions = Parameters<typeof normaliseOptions>[0]

interface Request {
  readonly store: boolean
  /** Present if the graph is stored: the contract requires a credential for that. */
  readonly principal: Principal | undefined
  readonly spend: Spend
  readonly waitUntil: WaitUntil
}

/**
 * The graph of a wallet, stored permanently on request: the same graph (RFC 8785) is the same document.
 *
 * Throws unsupported_chain, rate_limited, limiter_unavailable, store_unavailable. The answer names providers that failed.
 */
export async function answerIntelligence(
  given: GivenOptions,
  { store, principal, spend, waitUntil }: Request,
  { intelligence, storage }: Pick<IntelligenceContext, 'intelligence' | 'storage'>,
): Promise<WalletIntelligence> {
  const report = await intelligence.read(normaliseOptions(given), { spend, waitUntil })
  if (!store || !principal) return { ...report, storageStatus: 'skipped' }
  return { ...report, ...(await storeGraph(report.graph, principal, storage)) }
}

async function storeGraph(
  graph: WalletIntelligence['graph'],
  principal: Principal,
  storage: ArtifactStorage,
): Promise<Pick<WalletIntelligence, 'storage' | 'storageStatus'>> {
  const result = await storage.store({
    bytes: new TextEncoder().encode(canonicalJson(graph)),
    contentType: 'application/json',
    kind: 'wallet-intelligence',
    createdBy: nameOf(principal),
  })
  if (result.status !== 'stored') return { storageStatus: 'unavailable' }
  const { uri, gatewayUrl, storageKey, statusUrl } = result.artifact
  return { storageStatus: 'stored', storage: { uri, gatewayUrl, storageKey, statusUrl } }
}
