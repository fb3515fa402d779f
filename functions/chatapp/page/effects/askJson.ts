import { FlowFailure } from '../flow/FlowError.ts'

export interface JsonAnswer {
  readonly status: number
  readonly ok: boolean
  readonly headers: { get(name: string): string | null }
  /** Null if it is not JSON. */
  readonly body: unknown
}

const PRIVATE = { credentials: 'omit', cache: 'no-store' } as const

/** Sends a POST with a JSON body, or a GET without one. Never sends cookies. Throws offline without an answer. */
export async function askJson(
  url: string,
  { body, headers = {}, signal }: { body?: unknown; headers?: Record<string, string>; signal: AbortSignal },
): Promise<JsonAnswer> {
  try {
    const response = await fetch(url, {
      ...PRIVATE,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      signal,
    })
    const text = await response.text()
    return { status: response.status, ok: response.ok, headers: response.headers, body: parse(text) }
  } catch {
    throw new FlowFailure({ code: 'offline' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Seconds of Retry-After, if it is a positive integer. */
export function retryAfterOf({ headers }: JsonAnswer): { retryAfter?: number } {
  const seconds = Number(headers.get('retry-after') ?? '')
  return Number.isInteger(seconds) && seconds > 0 ? { retryAfter: seconds } : {}
}
