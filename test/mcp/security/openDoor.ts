import { loadWorker } from '../../support/inProcess/loadWorkers.ts'
import { sideOf, type Side } from '../../support/Side.ts'
import type { Send } from './callTool.ts'

export const ORIGIN = 'https://door.example.com'

/** An answer in the envelope. */
export const answering = (data: unknown): Side => sideOf(() => Response.json({ success: true, data }))

/** The Worker `mcp` between families of the test. Its limiter is out of reach. */
export async function openDoor(sides: Readonly<Record<string, Side>>): Promise<Send> {
  const worker = await loadWorker('mcp')
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
