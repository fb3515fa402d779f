import { loadWorker } from './loadWorkers.ts'

export const ORIGIN = 'https://host.example.com'

/** A Worker in front of families, between families of the test. It has no chain, and its limiter is out of reach. */
export async function openFront(name: 'mcp' | 'site', sides: object): Promise<(request: Request) => Promise<Response>> {
  const worker = await loadWorker(name)
  const env = {
    BASE_URL: `${ORIGIN}/api`,
    APP_URL: ORIGIN,
    TRUSTED_ORIGINS: ORIGIN,
    CHAIN: 'base',
    LOG_LEVEL: 'error',
    LIMITS: { lease: () => Promise.reject(new Error('out of reach')) },
    STATUS_BOARD: {},
    ...sides,
  }
  const context = { waitUntil() {}, passThroughOnException() {}, props: {} }
  return async (request) => worker.default.fetch(request, env, context)
}
