import type * as z from 'zod'
import { plainText } from '../text/plainText.ts'
import { TooLong } from '../text/readBounded.ts'
import { untilAborted } from '../text/untilAborted.ts'

/**
 * Why a provider gave nothing usable. `throttled`: it limits requests; `timeout`: its time was up; `refused`: it does not
 * take this very request, and would not take it again; `failed`: anything else.
 */
export type ProviderFailureKind = 'failed' | 'throttled' | 'timeout' | 'refused'

/** A provider that gave no usable answer. Its message is for the log alone, and repeats nothing of an answer, URL or key. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: ProviderFailureKind
  /** Of the answer; undefined if none came. */
  readonly status: number | undefined
  /** Seconds for which it wants to be left alone, where it says so. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ProviderFailureKind,
    message: string,
    { status, retryAfter }: { readonly status?: number; readonly retryAfter?: number | undefined } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** A part of a provider’s answer. Throws ProviderFailure if it is not of that shape. */
export function parseProvider<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ProviderFailure('failed', `malformed at ${plainText(parsed.error.issues[0]?.path.join('.') ?? '', 80)}`)
}

/**
 * The result of work with a provider. Throws ProviderFailure for any error, and as soon as the signal fires. Messages of
 * other errors are dropped: they may contain a URL with a key.
 */
export const toProviderFailure = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  untilAborted(work, signal, late).catch((error: unknown) => {
    if (error instanceof ProviderFailure) throw error
    if (signal.aborted) throw late()
    const isOurs = error instanceof TooLong
    throw new ProviderFailure('failed', isOurs ? error.message : error instanceof Error ? error.name : typeof error)
  })

const late = (): ProviderFailure => new ProviderFailure('timeout', 'the time is up')
