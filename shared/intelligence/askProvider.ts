import { readBounded } from '../text/readBounded.ts'
import { SourceFailure } from './SourceFailure.ts'

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  /** Makes it a POST of JSON. */
  readonly body?: unknown
  readonly signal: AbortSignal
  /** 256 KiB by default. */
  readonly maxBytes?: number
  /** The caller itself repeats what is throttled. */
  readonly isOnce?: boolean
}

const MAX_BYTES = 262_144
/** Waits before a throttled request is sent again: explorers allow two in a second. */
const PAUSES_MS = [600, 1200]

/**
 * The JSON of one request to a provider that the operator names, without redirects, read up to a bound. `null` is what a 404
 * says. Throttled, it is sent up to twice more. Throws SourceFailure.
 */
export async function askProvider(url: string, ask: Ask): Promise<unknown> {
  return ask.isOnce ? askOnce(url, ask) : patiently(() => askOnce(url, ask), ask.signal)
}

/** Repeats what is throttled, after pauses, while the signal allows it. */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SourceFailure) || error.kind !== 'throttled') throw error
      await sleep(pause, signal)
    }
  }
  return work()
}

/** Waits; throws SourceFailure if the signal fires first. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new SourceFailure('timeout', 'the time is up'))
    if (signal.aborted) return late()
    const onAbort = () => {
      clearTimeout(timer)
      late()
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', onAbort, { once: true })
  })

/** The work’s result; throws SourceFailure if the signal fires first, whatever the work waits for. */
export const beforeAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new SourceFailure('timeout', 'the time is up'))
    if (signal.aborted) late()
    signal.addEventListener('abort', late, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })

async function askOnce(url: string, { headers, body, signal, maxBytes = MAX_BYTES }: Ask): Promise<unknown> {
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  try {
    const response = await fetch(url, {
      ...post,
      headers: { accept: 'application/json', ...type, ...headers },
      redirect: 'manual',
      signal,
    })
    if (response.status !== 200) {
      void response.body?.cancel().catch(() => {})
      if (response.status === 404) return null
      throw new SourceFailure(response.status === 429 ? 'throttled' : 'failed', `status ${response.status}`)
    }
    const bytes = response.body ? await readBounded(response.body, maxBytes) : new Uint8Array()
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch (error) {
    if (error instanceof SourceFailure) throw error
    // Messages of fetch and of the parser may repeat the URL, which contains a key, or the answer.
    throw signal.aborted
      ? new SourceFailure('timeout', 'the time is up')
      : new SourceFailure('failed', error instanceof Error ? error.name : 'unknown')
  }
}
