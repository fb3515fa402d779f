import type { IntelligenceGraph, WalletIntelligenceSummary } from '../../../schema/agents/walletIntelligence.ts'
import type { Findings } from './buildGraph.ts'
import { chooseTrace } from './chooseTrace.ts'

/** The few facts of a graph that a profile shows. What is not known is null. */
export function summarise(graph: IntelligenceGraph, found: Findings): WalletIntelligenceSummary {
  const { target, canonicalWallet, nodes, edges, source, generatedAt } = graph
  return {
    target,
    canonicalWallet,
    nodeCount: nodes.length,
    edgeCount: edges.length,
    funderChainLength: ['ok', 'partial'].includes(graph.sources.funderTrace)
      ? (chooseTrace(found.traces)?.chain.length ?? 0)
      : null,
    knownEntities: nodes.flatMap(({ type, label }) => (type === 'entity-label' ? [label] : [])),
    netWorth: found.portfolio?.totalUsd ?? null,
    ensName: found.ens?.name ?? null,
    socialHandle: found.social?.handle ?? null,
    graphSource: source,
    generatedAt,
  }
}
