import { startInProcess } from './inProcess/startInProcess.ts'
import type { Runtime } from './Runtime.ts'

export interface Beside extends Pick<Runtime, 'host' | 'stop'> {
  /** The Workers have these variables from now on, and remember nothing. */
  configure(variables: Readonly<Record<string, string>>): Promise<void>
}

/** Answers as a family that the gateway, or the status page, is bound to. */
export type Family = (request: Request) => Response | Promise<Response>

/** A built Worker over the built core, and beside them families of the test; no status board answers. */
export async function startBeside(
  worker: 'gateway' | 'status',
  families: Readonly<Record<string, Family>> = {},
  others: Readonly<Record<string, string>> = {},
): Promise<Beside> {
  const sides = Object.fromEntries(
    Object.entries(families).map(([family, answer]) => [family.toUpperCase(), { fetch: serviceOf(answer) }]),
  )
  const variables = { CHAIN: 'base', EDGE_CACHE: 'off', LOG_LEVEL: 'warn', LIMIT_MULTIPLIER: '1000' }
  const at = (root: string, more: Readonly<Record<string, string>>) => ({
    ...variables,
    BASE_URL: `${root}/api`,
    ...more,
  })
  const started = worker === 'gateway' ? [] : [worker]
  const runtime = await startInProcess(started, (root) => at(root, others), { sides: { STATUS_BOARD, ...sides } })
  const host = new URL(runtime.sockets[worker] ?? '').origin
  return { ...runtime, host, configure: (more) => runtime.configure(at(runtime.host, more)) }
}

const away = () => Promise.reject(new Error('the board is away'))
const STATUS_BOARD = { getByName: () => ({ view: away, samples: away, report: away }) }

/** A binding to a family: its caller gives up as at a real one. */
const serviceOf = (answer: Family) => (input: string | Request, init?: RequestInit) => {
  const request = new Request(input, init)
  const signal = init?.signal ?? request.signal
  const gaveUp = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  return Promise.race([answer(request), gaveUp])
}

/** A family that answers its name and the request. */
export const echo =
  (family: string): Family =>
  ({ method, url }) =>
    new Response(`${family} ${method} ${url}`)
