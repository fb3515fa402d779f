import type { Address } from 'viem'
import type * as z from 'zod'
import type { SourceStatus } from '../../../schema/agents/walletIntelligence.ts'

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

/** The result of a part. */
export interface Settled<T> {
  readonly status: Extract<SourceStatus, 'ok' | 'partial' | 'failed' | 'timeout'>
  /** Null if nothing is known. */
  readonly value: T | null
  /** When it was read, unix seconds. */
  readonly readAt: number
  readonly isKept: boolean
}
