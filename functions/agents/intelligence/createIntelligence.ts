import type {
  IntelligenceGraph,
  WalletIntelligence,
  WalletIntelligenceSummary,
} from '../../../schema/agents/walletIntelligence.ts'
import { createSemaphore } from '../../../shared/cache/createSemaphore.ts'
import { SingleFlight } from '../../../shared/cache/SingleFlight.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Spend, WaitUntil } from '../../../shared/http/handler.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { canonicalJson } from '../../../shared/text/json.ts'
import type { IntelligenceStore } from '../store/intelligence.ts'
import { buildGraph, chooseTrace, type Findings } from './buildGraph.ts'
import { createKeeper, createLabels } from './createLabels.ts'
import { createPartReader, type IntelligenceBudget } from './createPartReader.ts'
import type { IntelligenceOptions } from './IntelligenceOptions.ts'
import { partsOf } from './partsOf.ts'
import type { IntelligencePorts } from './ports.ts'
import { readParts, requestedParts } from './readParts.ts'

/** A graph with what belongs to it, before anything is stored. */
export type IntelligenceReport = Omit<WalletIntelligence, 'storage' | 'storageStatus'>

export interface Intelligence {
  /**
   * The graph of a wallet. Identical requests at the same time share one read. A request that reads from providers counts
   * against `walletIntelligence`; one that bypasses the cache also against `walletIntelligenceFresh`. Throws what spending
   * throws, and store_unavailable.
   */
  read(
    options: IntelligenceOptions,
    request: { readonly spend?: Spend; readonly waitUntil: WaitUntil },
  ): Promise<IntelligenceReport>
}

interface Dependencies {
  readonly ports: IntelligencePorts
  readonly store: IntelligenceStore
  readonly budget: IntelligenceBudget
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Readings at once in an isolate: each may hold some megabytes of answers. */
const SLOTS = 16
/** Beyond the budget, a reading that others wait for was cut off. */
const MARGIN_MS = 2000

export function createIntelligence({ ports, store, budget, now }: Dependencies): Intelligence {
  const flights = new SingleFlight<IntelligenceReport>(budget.totalMs + MARGIN_MS)
  const slots = createSemaphore({ slots: SLOTS, mostMs: budget.totalMs + MARGIN_MS, now })

  async function report(options: IntelligenceOptions, spend: Spend | undefined): Promise<IntelligenceReport> {
    const { noCache } = options
    const keeper = createKeeper(store, now)
    const labelOf = createLabels({ ports, store, now, askProviders: options.labels, noCache, keeper })
    const parts = partsOf(options, ports, labelOf)
    const reader = createPartReader({ store, budget, now, noCache, keeper })
    const total = AbortSignal.timeout(budget.totalMs)
    const { isWhole } = await reader.begin(requestedParts(parts))
    if (isWhole) return finish(parts, reader, total, options)
    await spend?.('walletIntelligence')
    const leave = await slots.wait({ signal: total })
    try {
      await reader.takeMissing()
      return await finish(parts, reader, total, options)
    } finally {
      leave?.()
      await keeper.save()
    }
  }

  async function finish(
    parts: ReturnType<typeof partsOf>,
    reader: ReturnType<typeof createPartReader>,
    total: AbortSignal,
    options: IntelligenceOptions,
  ): Promise<IntelligenceReport> {
    const { found, isHit, oldest } = await readParts(parts, reader, total, { options, ports, now })
    const graph = buildGraph(found)
    const cacheStatus = isHit ? 'hit' : 'miss'
    return {
      graph,
      cacheStatus,
      ...(isHit && oldest !== undefined ? { cachedAt: new Date(1000 * oldest).toISOString() } : {}),
      summary: summarise(graph, found),
      provenance: { graphSource: graph.source, generatedAt: graph.generatedAt, cacheStatus },
    }
  }

  return {
    async read(options, { spend, waitUntil }) {
      if (options.noCache) await spend?.('walletIntelligenceFresh')
      const key = await sha256(canonicalJson(options))
      return flights.run(key, () => report(options, spend), { waitUntil, isOwn: isRefusal })
    },
  }
}

/** That one request was refused says nothing about those who followed it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'rate_limited' || error.code === 'limiter_unavailable')

/** The few facts of a graph that a profile shows. What is not known is null. */
function summarise(graph: IntelligenceGraph, found: Findings): WalletIntelligenceSummary {
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
