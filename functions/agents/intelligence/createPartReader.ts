import { log } from '../../../shared/log/log.ts'
import { logError } from '../../../shared/log/logError.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { sleep } from '../../../shared/provider/retryThrottled.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { canonicalJson } from '../../../shared/text/json.ts'
import type { IntelligenceStore, KeptPart } from '../store/intelligence.ts'
import type { Keeper } from './createLabels.ts'
import type { Part, Settled } from './partsOf.ts'

/** Milliseconds: what one source may take, and all of them. */
export interface IntelligenceBudget {
  readonly sourceMs: number
  readonly totalMs: number
}

/** Raised with the shape of what is kept. */
const VERSION = 1
const KEEP_SECONDS = 3600
/** A lease outlasts its source by the time to store the result. */
const LEASE_MARGIN_SECONDS = 5
/** Waits before looking again for what another Worker is reading; the last one repeats. */
const LOOKS_MS = [200, 400, 800]

/** The key under which a part is stored. */
export const keyOf = ({ source, address, options }: Part<unknown>): Promise<string> =>
  sha256(canonicalJson({ version: VERSION, source, address: address.toLowerCase(), options }))

interface Reading {
  readonly store: IntelligenceStore
  readonly budget: IntelligenceBudget
  /** Unix milliseconds. */
  readonly now: () => number
  readonly noCache: boolean
  readonly keeper: Keeper
}

/**
 * Reads several parts of one graph: stored ones from the store, and each of the others unless somebody else is reading it. Parts
 * that another Worker reads are waited for. Every part settles within the budget.
 *
 * `begin` looks them up, and returns whether anything must be read. Throws store_unavailable.
 */
export function createPartReader({ store, budget, now, noCache, keeper }: Reading) {
  const startedMs = now()
  const owner = crypto.randomUUID()
  const seconds = () => Math.floor(now() / 1000)
  const keys = new Map<Part<unknown>, string>()
  /** Parts that were stored when the request came. */
  const before = new Map<string, KeptPart>()
  /** Rows taken from the store. */
  const kept = new Map<string, KeptPart>()
  const leased = new Set<string>()

  /** Whether a row may be returned: with `noCache` only if it was stored after the request arrived. */
  function isUsable(part: Part<unknown>, row: KeptPart): boolean {
    const earlier = before.get(row.key)
    const isNew = earlier?.createdAt !== row.createdAt || earlier.data !== row.data
    return (isNew || !noCache) && parse(part, row) !== undefined
  }

  /** Leases parts that no other Worker reads; releases and returns those that are stored by now. */
  async function take(parts: readonly Part<unknown>[]): Promise<void> {
    const wanted = parts.map((part) => ({ key: keys.get(part) ?? '', source: part.source, address: part.address }))
    const until = seconds() + Math.ceil(budget.sourceMs / 1000) + LEASE_MARGIN_SECONDS
    for (const { key, kept: row } of await store.lease(wanted, { owner, now: seconds(), until })) {
      const part = parts.find((one) => keys.get(one) === key)
      if (part && row && isUsable(part, row)) {
        kept.set(key, row)
        await store.release(key, owner)
      } else leased.add(key)
    }
  }

  function settledPart<T>(part: Part<T>, key: string, isKept: boolean): Settled<T> | undefined {
    const row = kept.get(key)
    const value = row && parse(part, row)
    return row && value !== undefined ? { status: 'ok', value, readAt: row.createdAt, isKept } : undefined
  }

  async function produce<T>(part: Part<T>, key: string, total: AbortSignal): Promise<Settled<T>> {
    const settled = await settle(part, Math.min(budget.sourceMs, startedMs + budget.totalMs - now()), total)
    const readAt = seconds()
    if (settled.status === 'ok')
      keeper.part({ key, data: JSON.stringify(settled.value), readAt, until: readAt + KEEP_SECONDS })
    else await store.release(key, owner).catch((error: unknown) => logError('warn', 'intelligence_not_kept', error))
    return { ...settled, readAt, isKept: false }
  }

  /** Waits for what another Worker reads, and takes over if that one fails. */
  async function follow<T>(part: Part<T>, key: string, total: AbortSignal): Promise<Settled<T>> {
    try {
      for (let look = 0; ; look++) {
        await sleep(LOOKS_MS[Math.min(look, LOOKS_MS.length - 1)] ?? 0, total)
        const [row] = await store.find([key], seconds())
        if (row && isUsable(part, row)) kept.set(key, row)
        else await take([part])
        const found = settledPart(part, key, false)
        if (found) return found
        if (leased.has(key)) return await produce(part, key, total)
      }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return { status: 'timeout', value: null, readAt: seconds(), isKept: false }
    }
  }

  const isMissing = (part: Part<unknown>): boolean => !kept.has(keys.get(part) ?? '')

  return {
    async begin(parts: readonly Part<unknown>[]): Promise<{ readonly isWhole: boolean }> {
      for (const part of parts) keys.set(part, await keyOf(part))
      for (const row of await store.find([...keys.values()], seconds())) before.set(row.key, row)
      for (const part of parts) {
        const row = before.get(keys.get(part) ?? '')
        if (row && isUsable(part, row)) kept.set(row.key, row)
      }
      return { isWhole: !parts.some(isMissing) }
    },

    takeMissing: (): Promise<void> => take([...keys.keys()].filter(isMissing)),

    /** `total` fires when the time of all parts is up. */
    async read<T>(part: Part<T>, total: AbortSignal): Promise<Settled<T>> {
      const key = keys.get(part) ?? ''
      return settledPart(part, key, true) ?? (leased.has(key) ? produce(part, key, total) : follow(part, key, total))
    },
  }
}

/** Undefined for what an earlier version kept otherwise. */
function parse<T>({ schema }: Part<T>, { data }: KeptPart): T | undefined {
  try {
    return schema.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}

/** Reads a part within a time, whatever its source does. */
async function settle<T>(
  part: Part<T>,
  milliseconds: number,
  total: AbortSignal,
): Promise<Pick<Settled<T>, 'status' | 'value'>> {
  const controller = new AbortController()
  const { signal } = controller
  const abort = () => controller.abort()
  const late = AbortSignal.any([total, AbortSignal.timeout(Math.max(0, milliseconds))])
  late.addEventListener('abort', abort, { once: true })
  try {
    if (late.aborted) abort()
    const { value, isPartial = false } = await Promise.race([part.read(signal), untilLate(signal)])
    return { status: isPartial ? 'partial' : 'ok', value }
  } catch (error) {
    const isLate = signal.aborted || (error instanceof ProviderFailure && error.kind === 'timeout')
    const reason = error instanceof ProviderFailure ? error.message : error instanceof Error ? error.name : 'unknown'
    log('warn', 'intelligence_source_failed', { source: part.source, reason })
    return { status: isLate ? 'timeout' : 'failed', value: null }
  } finally {
    late.removeEventListener('abort', abort)
    controller.abort()
  }
}

/** For a source that minds the signal, the time to hand over what it has got. */
const GRACE_MS = 100
const untilLate = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const late = () =>
      setTimeout(() => reject(new ProviderFailure('timeout', 'the source did not answer in time')), GRACE_MS)
    signal.addEventListener('abort', late, { once: true })
    if (signal.aborted) late()
  })
