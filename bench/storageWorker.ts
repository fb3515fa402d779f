import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { freePorts } from '../localnet/ports.ts'
import { COMPATIBILITY_DATE } from '../platform/workers.ts'

/**
 * Calls one after the other: `o` writes to a Durable Object, `n` to a new one, `r` reads from D1, `w` writes to it; `b` stores the body,
 * hashed, and `j` the base64 in a JSON body; `k` makes the requests and the reads from D1 of a KeptRead once in its time, and
 * then only answers; `u` makes the request to another service, or the requests, that the JSON body
 * describes, and reads each answer. A comma begins another request.
 */
export type StorageCalls = string

/** A request to another service. */
export interface Upstream {
  readonly url: string
  readonly method?: 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The body of a `k`: the cost of a read that is kept for some time. */
export interface KeptRead {
  readonly requests: readonly Upstream[]
  readonly d1: number
  readonly keptMs: number
}

const SCRIPT = `import { DurableObject } from 'cloudflare:workers'
const TABLE = 'CREATE TABLE IF NOT EXISTS kept (id INTEGER PRIMARY KEY, at INTEGER)'
const WRITE = 'INSERT OR REPLACE INTO kept VALUES (1, ?)'
export class Kept extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env)
    ctx.storage.sql.exec(TABLE)
  }
  write() {
    this.ctx.storage.sql.exec(WRITE, Date.now())
    return this.ctx.storage.sql.exec('SELECT at FROM kept').one().at
  }
}
const CALLS = {
  n: (env) => env.KEPT.getByName(crypto.randomUUID()).write(),
  o: (env) => env.KEPT.getByName('one').write(),
  r: (env) => env.DB.prepare('SELECT at FROM kept WHERE id = ?').bind(1).all(),
  w: (env) => env.DB.batch([env.DB.prepare(WRITE).bind(Date.now())]),
  b: async (env, request) => keep(env, await request.arrayBuffer()),
  k: async (env, request) => {
    const body = await request.text()
    const before = kept.get(body)
    if (before && Date.now() < before.until) {
      // A promise of another request must not be awaited in a Worker.
      while (!before.isRead) await new Promise((resolve) => setTimeout(resolve, 3))
      return
    }
    const { requests, d1, keptMs } = JSON.parse(body)
    const read = { until: Date.now() + keptMs, isRead: false }
    kept.set(body, read)
    await Promise.all([askAll(requests), ...Array.from({ length: d1 }, () => CALLS.r(env))])
    read.isRead = true
  },
  u: async (env, request) => askAll([await request.json()].flat()),
  j: async (env, request) => keep(env, Uint8Array.fromBase64((await request.json()).data)),
}
const kept = new Map()
async function askAll(requests) {
  for (const { url, ...init } of requests) {
    const answer = await fetch(url, init)
    await answer.text()
    if (!answer.ok) throw new Error('the other service answered ' + answer.status)
  }
}
async function keep(env, body) {
  const sha256 = await crypto.subtle.digest('SHA-256', body)
  return env.FILES.put(crypto.randomUUID(), body, { sha256 })
}
export default {
  async fetch(request, env) {
    const calls = new URL(request.url).searchParams.get('calls')
    if (calls === 'table') await env.DB.exec(TABLE)
    else for (const call of calls) await CALLS[call](env, request)
    return new Response('ok')
  },
}`

/** A Worker that makes the storage calls that its request names, and does nothing else: the least that an operation with these costs. */
export async function startStorageWorker() {
  const [port = 0] = await freePorts(1)
  const directory = await mkdtemp(path.join(tmpdir(), 'storage-'))
  const runtime = new Miniflare({
    ...convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      workers: [
        {
          name: 'storage',
          modules: true,
          script: SCRIPT,
          compatibilityDate: COMPATIBILITY_DATE,
          d1Databases: ['DB'],
          r2Buckets: ['FILES'],
          durableObjects: { KEPT: { className: 'Kept', useSQLite: true } },
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
    }),
    resourcePersistencePath: directory,
  })
  await runtime.ready
  const urlOf = (calls: StorageCalls): string => `http://127.0.0.1:${port}/?calls=${calls}`
  await (await fetch(urlOf('table'))).arrayBuffer()
  return {
    urlOf,
    async stop() {
      await runtime.dispose()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
