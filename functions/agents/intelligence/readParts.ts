import type { SourceStatus } from '../../../schema/agents/walletIntelligence.ts'
import type { Findings } from './buildGraph.ts'
import type { createPartReader } from './createPartReader.ts'
import type { IntelligenceOptions } from './IntelligenceOptions.ts'
import type { ChainTrace } from './parts.ts'
import type { Part, Parts, Settled } from './partsOf.ts'
import type { IntelligencePorts } from './ports.ts'

type Reader = ReturnType<typeof createPartReader>

/** The findings, and whether all of them came from the store. */
export interface Reading {
  readonly found: Findings
  readonly isHit: boolean
  /** When the oldest part was read, unix seconds; undefined without any. */
  readonly oldest: number | undefined
}

/** The parts that are read, of those that are neither skipped nor unavailable. */
export const requestedParts = ({ traces, labels, portfolio, ens, basename, social, keys }: Parts): Part<unknown>[] =>
  [...traces, labels, portfolio, ens, basename, social, keys].filter((one) => typeof one === 'object')

/** Reads all parts side by side. `now` is in milliseconds. */
export async function readParts(
  parts: Parts,
  reader: Reader,
  total: AbortSignal,
  { options, ports, now }: { options: IntelligenceOptions; ports: IntelligencePorts; now: () => number },
): Promise<Reading> {
  const all: Settled<unknown>[] = []
  const read = async <T>(part: Part<T> | 'unavailable' | 'skipped') => {
    if (typeof part === 'string') return { status: part, value: null }
    const settled = await reader.read(part, total)
    all.push(settled)
    return settled
  }
  const [traces, labels, portfolio, ens, basename, social, keys] = await Promise.all([
    Promise.all(parts.traces.map((part) => read(part))),
    read(parts.labels),
    read(parts.portfolio),
    read(parts.ens),
    read(parts.basename),
    read(parts.social),
    read(parts.keys),
  ])
  const times = all.map(({ readAt }) => readAt)
  const traced = traces.map(({ status, value }) => statusOfTrace(status, value))
  const isUnsure = traces.some(({ status }, i) => status === 'partial' && traced[i] === 'ok')
  const unlisted = parts.lacksChains ? ['unavailable' as const] : []
  // The built-in list needs no provider.
  const builtIn = () =>
    options.chainIds.flatMap((chainId) => {
      const label = ports.knownLabel(options.address, chainId)
      return label ? [{ chainId, label }] : []
    })
  return {
    found: {
      target: options.address,
      traces: traces.flatMap(({ value }) => value ?? []),
      labels: labels.value ?? (options.labels ? builtIn() : []),
      portfolio: portfolio.value,
      ens: ens.value,
      basename: basename.value,
      social: social.value,
      keys: keys.value,
      sources: {
        funderTrace: together([...traced, ...unlisted]),
        labels: labels.status === 'ok' && isUnsure ? 'partial' : labels.status,
        portfolio: portfolio.status,
        ens: ens.status,
        social: social.status,
        basename: basename.status,
        keys: keys.status,
      },
      generatedAt: new Date(times.length > 0 ? 1000 * Math.max(...times) : now()).toISOString(),
    },
    isHit: all.length > 0 && all.every(({ isKept }) => isKept),
    oldest: times.length > 0 ? Math.min(...times) : undefined,
  }
}

/** A trace that ended in a fault knows something if it knows a hop. A label that is missing is the labels’ fault. */
function statusOfTrace(status: SourceStatus, trace: ChainTrace | null): SourceStatus {
  if (!trace) return status
  if (trace.stopReason !== 'api_error' && trace.stopReason !== 'timeout') return 'ok'
  if (trace.chain.length > 0) return 'partial'
  return trace.stopReason === 'timeout' ? 'timeout' : 'failed'
}

/** How several chains fared as one source. */
function together(statuses: readonly SourceStatus[]): SourceStatus {
  const [first = 'unavailable'] = statuses
  if (statuses.every((status) => status === first)) return first
  if (statuses.some((status) => status === 'ok' || status === 'partial')) return 'partial'
  return statuses.includes('timeout') ? 'timeout' : 'failed'
}
