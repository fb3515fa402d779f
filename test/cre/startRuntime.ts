import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { vi } from 'vitest'
import * as z from 'zod'
import { canonical } from '../../localnet/creGateway/verifyToken.ts'
import { type CreGateway, startCreGateway } from '../../localnet/creGateway/startCreGateway.ts'
import { startWorkers } from '../../localnet/startWorkers.ts'
import { ErrorEnvelope } from '../../schema/common.ts'
import { startInProcess } from '../support/inProcess/startInProcess.ts'
import { stateFor } from '../support/build.ts'
import { killRuntimes, runtimes } from '../support/killRuntimes.ts'
import { seeded } from '../support/seeded.ts'
import { D1, scriptName } from '../../platform/workers.ts'

export const API_KEY = 'the key of the workflow runtime, in tests'
export const SIGNING_SECRET = 'the secret that runtime requests are signed with'

export interface RuntimeNet {
  /** Base URL of the family's own socket. */
  readonly api: string
  readonly gateway: CreGateway
  readonly d1: D1Database
  stop(): Promise<void>
}

/** A runtime API on a state that outlives its process. */
export interface OwnRuntimeNet extends RuntimeNet {
  /** The runtime ends and starts again on what it stored. */
  restart(): Promise<void>
  /** Ends the runtime at once, as a power cut would, and resolves when it has started again. */
  kill(): Promise<void>
}

/** The variables of a runtime API in strict mode. */
const STRICT: Readonly<Record<string, string>> = {
  BASE_URL: 'http://127.0.0.1/api',
  LOG_LEVEL: 'warn',
  EDGE_CACHE: 'off',
  LIMIT_MULTIPLIER: '100000',
  CRE_RUNTIME_API_KEY: API_KEY,
  CRE_RUNTIME_SIGNING_SECRET: SIGNING_SECRET,
  CRE_RUNTIME_ENFORCE_HMAC: 'true',
  CRE_GATEWAY_TIMEOUT_MS: '10000',
}

/** The runtime API with a gateway and without a chain; `variables` win over those of STRICT. */
export async function startRuntime(variables: Record<string, string> = {}): Promise<RuntimeNet> {
  const gateway = await startCreGateway()
  const runtime = await startInProcess(['cre'], () => ({ ...STRICT, ...gateway.variables, ...variables }))
  return {
    api: runtime.sockets['cre'] ?? '',
    d1: runtime.d1,
    gateway,
    async stop() {
      await runtime.stop()
      await gateway.stop()
    },
  }
}

/** The same in a workerd that is nobody else's. */
export async function startOwnRuntime(variables: Record<string, string> = {}): Promise<OwnRuntimeNet> {
  const stateDir = await stateFor('runtime')
  const gateway = await startCreGateway()
  const others = await runtimes()
  const serve = async () => {
    const all = { ...STRICT, ...gateway.variables, ...variables }
    const workers = await startWorkers({ stateDir, variables: all, families: ['cre'] })
    const d1: D1Database = await workers.runtime.getD1Database(D1.binding, scriptName('core'))
    return { workers, d1 }
  }
  let { workers, d1 } = await serve()
  const api = () => workers.sockets['cre'] ?? ''
  return {
    get api() {
      return api()
    },
    get d1() {
      return d1
    },
    gateway,
    async restart() {
      await workers.stop()
      ;({ workers, d1 } = await serve())
    },
    async kill() {
      await killRuntimes(others)
      const answers = async () => (await fetch(`${api()}/cre/runtime/ingest`).catch(() => undefined))?.status === 401
      await vi.waitUntil(answers, { timeout: 45_000 })
      // Handles of the old process are of no use to the new one.
      d1 = await workers.runtime.getD1Database(D1.binding, scriptName('core'))
    },
    async stop() {
      await workers.stop()
      await gateway.stop()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}

export const bearer = (key: string = API_KEY) => ({ authorization: `Bearer ${key}` })

export interface SignOptions {
  readonly secret?: string
  readonly timestamp?: number | string
  readonly nonce?: string
}

const random = seeded('nonces')
export const newNonce = (): string => random.key()

/** The headers of a signed request; without a body, of a GET. */
export function signed(
  body: unknown = {},
  { secret = SIGNING_SECRET, timestamp = Date.now(), nonce = newNonce() }: SignOptions = {},
): Record<string, string> {
  // Signed as it arrives: JSON leaves out what is undefined.
  const text = `${timestamp}.${nonce}.${canonical(JSON.parse(JSON.stringify(body)))}`
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  return {
    ...bearer(),
    'x-cre-timestamp': String(timestamp),
    'x-cre-nonce': nonce,
    'x-cre-signature': signature,
  }
}

export interface Answer {
  readonly status: number
  readonly code: string | null
  readonly headers: Headers
  readonly json: unknown
}

/** Sends to `/cre/runtime/<route>`: a POST where there is a body. */
export async function send(api: string, route: string, headers: Record<string, string>, body?: unknown) {
  const init =
    body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }
  return toAnswer(await fetch(`${api}/cre/runtime/${route}`, { headers, ...init }))
}

/** The same, signed. */
export const post = (api: string, route: string, body: object, options?: SignOptions): Promise<Answer> =>
  send(api, route, signed(body, options), body)
export const get = (api: string, route: string): Promise<Answer> => send(api, route, signed())

async function toAnswer(response: Response): Promise<Answer> {
  const json: unknown = await response.json()
  const code = response.headers.get('x-error-code')
  if (response.status >= 400) {
    const { error } = ErrorEnvelope.parse(json)
    if (code === null || !error.startsWith(code)) throw new Error(`error ${error} and header ${code} disagree`)
  }
  return { status: response.status, code, headers: response.headers, json }
}

const Enveloped = z.strictObject({ success: z.literal(true), data: z.unknown() })

/** The data of a 200 answer. */
export function dataOf({ status, json }: Answer): unknown {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return Enveloped.parse(json).data
}

export const block = (key: string, payload: object = { blockNumber: 1 }) => ({
  workflow: 'runtime-indexer-block',
  kind: 'block',
  idempotencyKey: key,
  payload,
})

/** Runs work over items with so many at once, in order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async () => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i]
      if (item !== undefined) results[i] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return results
}
