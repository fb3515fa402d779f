import { loadWorker } from '../../support/inProcess/loadWorkers.ts'
import type { Send } from './callTool.ts'

export const ORIGIN = 'https://door.example.com'

/** The other side of a binding: it answers, and remembers what it was asked. */
export interface Side {
  readonly asked: Request[]
  readonly fetch: (input: Request | string) => Promise<Response>
}

/** A family that answers with this, for what no family of the local world would be asked or would answer. */
export function sideOf(answer: (request: Request) => Response | Promise<Response>): Side {
  const asked: Request[] = []
  return {
    asked,
    async fetch(input) {
      const request = new Request(input)
      asked.push(request.clone())
      return answer(request)
    },
  }
}

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
