import type { Address } from 'viem'
import * as z from 'zod'
import type { SourceStatus } from '../../../schema/agents/walletIntelligence.ts'
import { Portfolio, type ReadWallet } from '../../../shared/provider/portfolio/Portfolio.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import type { IntelligenceOptions } from './IntelligenceOptions.ts'
import { Basename, ChainTrace, EnsProfile, EntityLabel, RoomKeys, SocialAccount } from './parts.ts'
import type { IntelligencePorts, LabelOf } from './ports.ts'
import { traceFunding } from './sources/traceFunding.ts'

/** Labels of the wallet, by chain; those that are equal once. */
export const TargetLabels = z.array(z.object({ chainId: z.int(), label: EntityLabel }))

/** A part, or why it is not read. */
type Wanted<T> = Part<T> | 'unavailable' | 'skipped'
export type Parts = ReturnType<typeof partsOf>

/** The parts of a graph: a trace for each chain, and one part for each other source. */
export function partsOf(options: IntelligenceOptions, ports: IntelligencePorts, labelOf: LabelOf) {
  const { address, hops, chainIds } = options
  const part = <T>(
    isWanted: boolean,
    source: string,
    schema: z.ZodType<T>,
    read: ReadWallet<T> | undefined,
  ): Wanted<T> => {
    if (!isWanted) return 'skipped'
    return read ? { source, address, options: {}, schema, read: (signal) => read(address, signal) } : 'unavailable'
  }

  const traces = chainIds.flatMap((chainId): Part<ChainTrace>[] => {
    const firstFunder = ports.firstFunder(chainId)
    if (!firstFunder) return []
    const read = async (signal: AbortSignal) => {
      const request = { target: address, chainId, hops, signal }
      const { trace, isPartial } = await traceFunding(request, { firstFunder, isContract: ports.isContract, labelOf })
      return { value: trace, isPartial }
    }
    // Without labels, a trace goes on past entities that only providers know.
    return [
      { source: 'funderTrace', address, options: { chainId, hops, labels: options.labels }, schema: ChainTrace, read },
    ]
  })

  async function readLabels(signal: AbortSignal) {
    const answers = await Promise.all(chainIds.map((chainId) => labelOf(address, chainId, signal)))
    if (answers.every(({ isUnread }) => isUnread))
      throw new ProviderFailure(signal.aborted ? 'timeout' : 'failed', 'no label provider answered')
    const labels = answers.flatMap(({ value }, i) => (value ? [{ chainId: chainIds[i] ?? 0, label: value }] : []))
    return { value: labels, isPartial: answers.some(({ isPartial }) => isPartial) }
  }
  const labels: Part<z.output<typeof TargetLabels>> = {
    source: 'labels',
    address,
    options: { chainIds, labels: options.labels },
    schema: TargetLabels,
    read: readLabels,
  }

  return {
    traces,
    /** Some requested chain has no trace. */
    lacksChains: traces.length < chainIds.length,
    labels:
      options.labels && ports.askLabel ? labels : options.labels ? ('unavailable' as const) : ('skipped' as const),
    portfolio: part(options.portfolio, 'portfolio', Portfolio, ports.portfolio),
    ens: part(options.ens, 'ens', EnsProfile, ports.ens),
    basename: part(options.ens, 'basename', Basename, ports.basename),
    social: part(options.social, 'social', SocialAccount, ports.social),
    keys: part(true, 'keys', RoomKeys, ports.keys),
  }
}

/** A request to one source, whose result is stored separately. */
export interface Part<T> {
  readonly source: string
  readonly address: Address
  /** All that the answer depends on besides source and address. */
  readonly options: Readonly<Record<string, unknown>>
  readonly schema: z.ZodType<T>
  /** Partial: returned in this answer, and not stored. May throw. */
  readonly read: (signal: AbortSignal) => Promise<{ readonly value: T; readonly isPartial?: boolean }>
}

export interface Settled<T> {
  readonly status: Extract<SourceStatus, 'ok' | 'partial' | 'failed' | 'timeout'>
  /** Null if nothing is known. */
  readonly value: T | null
  /** When it was read, unix seconds. */
  readonly readAt: number
  readonly isKept: boolean
}
