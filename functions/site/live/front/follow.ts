import type { Reading, Source } from './Reading.ts'

const TIMEOUT_MS = 20_000
const LEAST_SECONDS = 15

/** Reads a source now, and again while the page is visible. Passes each reading to `tell`. Returns a function that stops it. */
export function follow<T>({ path, everySeconds }: Source, onReading: (reading: Reading<T>) => void): () => void {
  let last: Reading<T> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = 0
  let isReading = false

  async function read(): Promise<void> {
    isReading = true
    const { retryAfter, ...reading } = await ask<T>(path)
    isReading = false
    last = reading.failure ? { ...last, failure: reading.failure } : reading
    dueAt = Date.now() + Math.max(LEAST_SECONDS, everySeconds, retryAfter) * 1000
    onReading(last)
    plan()
  }

  /** A hidden page reads nothing. When it is visible again, an overdue reading starts at once. */
  function plan(): void {
    clearTimeout(timer)
    if (isReading || document.hidden) return
    timer = setTimeout(() => void read(), Math.max(0, dueAt - Date.now()))
  }

  document.addEventListener('visibilitychange', plan)
  plan()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', plan)
  }
}

/** One reading: a value, or why it failed. */
async function ask<T>(path: string): Promise<Reading<T> & { readonly retryAfter: number }> {
  try {
    const answer = await fetch(`/api${path}`, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const retryAfter = Number(answer.headers.get('retry-after') ?? 0) || 0
    if (!answer.ok) return { failure: { code: answer.headers.get('x-error-code') }, retryAfter }
    const { data }: { readonly data: T } = await answer.json()
    return { value: data, readAt: Date.now() / 1000, retryAfter }
  } catch {
    return { failure: { code: null }, retryAfter: 0 }
  }
}
