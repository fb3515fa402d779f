import { loadWorker } from '../../support/inProcess/loadWorkers.ts'

export const ORIGIN = 'https://host.example.com'

/** Sends a request to the Worker `site` between families of the test. It has no asset, and its limiter is out of reach. */
export async function openSite(sides: Readonly<Record<string, object>>) {
  const worker = await loadWorker('site')
  const env = {
    BASE_URL: `${ORIGIN}/api`,
    APP_URL: ORIGIN,
    TRUSTED_ORIGINS: ORIGIN,
    CHAIN: 'base',
    LOG_LEVEL: 'error',
    LIMITS: { lease: () => Promise.reject(new Error('out of reach')) },
    STATUS_BOARD: {},
    ASSETS: { fetch: async () => new Response(null, { status: 404 }) },
    ...sides,
  }
  const context = { waitUntil() {}, passThroughOnException() {}, props: {} }
  return async (path: string, init?: RequestInit): Promise<Response> =>
    worker.default.fetch(new Request(`${ORIGIN}${path}`, init), env, context)
}

/** An answer in the envelope, by the path that is asked for. */
export const answers =
  (byPath: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) =>
  (request: Request): Response => {
    const path = Object.keys(byPath).find((one) => request.url.includes(one))
    return path === undefined
      ? refusal(404, 'not_found')
      : Response.json({ success: true, data: byPath[path] }, { headers })
  }

export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ code, detail: 'as the family says it' }, { status, headers: { 'x-error-code': code, ...headers } })
