import { randomBytes } from 'node:crypto'
import type { V4WorkerOptions } from 'miniflare'
import { BINDINGS, D1, type ObjectBinding, OBJECTS, scriptName, type WorkerName } from '../platform/workers.ts'

/** A function of a Worker, in JavaScript: does with a database what a request says, as `openRemoteD1` sends it. */
export const answerRemoteD1 = `
async function answerRemoteD1(request, DB) {
  const { method, argument, statements, sql } = await request.json()
  try {
    if (method === 'exec') return Response.json({ value: await DB.exec(sql) })
    const prepared = statements.map(({ sql, values }) => DB.prepare(sql).bind(...values))
    const value =
      method === 'batch'
        ? await DB.batch(prepared)
        : await prepared[0][method](...(argument === undefined ? [] : [argument]))
    return Response.json({ value })
  } catch (error) {
    return Response.json({ error: error.message })
  }
}`

/** The name of a Worker that acts for operators and the platform in the local world. */
export const STEWARD = 'steward'
const D1_PATH = '/d1'
const OBJECT_PATH = '/object'
const SCHEDULE_PATH = '/schedule'

const MAIN = `
${answerRemoteD1}
export default {
  async fetch(request, env) {
    const [, key, of] = new URL(request.url).pathname.split('/')
    if (key !== env.KEY) return new Response('not found', { status: 404 })
    if ('/' + of === '${D1_PATH}') return answerRemoteD1(request, env.DB)
    const { worker, cron, binding, name, method, args } = await request.json()
    try {
      if ('/' + of === '${OBJECT_PATH}')
        return Response.json((await env[binding].getByName(name)[method](...args)) ?? null)
      if ('/' + of !== '${SCHEDULE_PATH}') return new Response('not found', { status: 404 })
      await env[worker].scheduled({ cron })
      return Response.json(null)
    } catch (error) {
      return new Response(error.message, { status: 500 })
    }
  },
}`

/** Operations of the local world inside the runtime. */
export interface Steward {
  readonly database: D1Database
  /** Durable Objects of a class: what a method returns is JSON here, and `null` where it returns nothing. */
  objects(binding: ObjectBinding): { getByName(name: string): object }
  runSchedule(worker: WorkerName, cron: string): Promise<void>
}

/**
 * The steward of Workers, and its client at an address. Miniflare's own stand-ins for bindings do the same, but block this
 * process at each property, through a second thread.
 */
export function makeSteward(names: readonly WorkerName[], compatibilityDate: string) {
  // Its socket is open to the machine, pages in browsers included.
  const key = randomBytes(16).toString('hex')
  const bindings = Object.entries(OBJECTS).filter(([, { home }]) => names.some((name) => name === home))
  const worker: V4WorkerOptions = {
    name: STEWARD,
    modules: [{ type: 'ESModule', path: `${STEWARD}.js`, contents: MAIN }],
    compatibilityDate,
    compatibilityFlags: ['experimental', 'service_binding_extra_handlers'],
    bindings: { KEY: key },
    d1Databases: { [D1.binding]: D1.id },
    durableObjects: Object.fromEntries(
      bindings.map(([binding, { className, home }]) => [
        binding,
        { className, useSQLite: true, scriptName: scriptName(home) },
      ]),
    ),
    serviceBindings: Object.fromEntries(
      names.filter((name) => BINDINGS[name].crons.length > 0).map((name) => [name, scriptName(name)]),
    ),
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  }
  const at = (url: string): Steward => {
    const order = async (path: string, what: object): Promise<unknown> => {
      const answer = await fetch(new URL(`/${key}${path}`, url), { method: 'PUT', body: JSON.stringify(what) })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return JSON.parse(text)
    }
    return {
      database: openRemoteD1(new URL(`/${key}${D1_PATH}`, url)),
      objects: (binding) => ({
        getByName: (name) =>
          new Proxy(
            {},
            {
              get:
                (_, method) =>
                (...args: unknown[]) =>
                  order(OBJECT_PATH, { binding, name, method, args }),
            },
          ),
      }),
      runSchedule: async (worker, cron) => void (await order(SCHEDULE_PATH, { worker, cron })),
    }
  }
  return { worker, at }
}

async function send(url: URL, request: object) {
  const answer = await fetch(url, { method: 'PUT', body: JSON.stringify(request) })
  const { value, error } = JSON.parse(await answer.text())
  if (error !== undefined) throw new Error(error)
  return value
}

class RemoteStatement implements D1PreparedStatement {
  readonly #url: URL
  readonly sql: string
  readonly values: readonly unknown[]

  constructor(url: URL, sql: string, values: readonly unknown[] = []) {
    this.#url = url
    this.sql = sql
    this.values = values
  }

  bind(...values: unknown[]): D1PreparedStatement {
    return new RemoteStatement(this.#url, this.sql, values)
  }

  first(column?: string) {
    return this.#send('first', column)
  }

  run() {
    return this.#send('run')
  }

  all() {
    return this.#send('all')
  }

  raw(options?: object) {
    return this.#send('raw', options)
  }

  #send(method: string, argument?: unknown) {
    const { sql, values } = this
    return send(this.#url, { method, argument, statements: [{ sql, values }] })
  }
}

/**
 * The database behind a URL where a Worker has `answerRemoteD1`. Statements go there when they are run, all of a batch at
 * once: through the runtime's own stand-in each `prepare` and each `bind` is a request that this process stands still for.
 */
export function openRemoteD1(url: URL): D1Database {
  const unused = () => {
    throw new Error('the remote D1 of the local world has prepare, batch and exec alone')
  }
  return {
    prepare: (sql) => new RemoteStatement(url, sql),
    batch: (statements) => send(url, { method: 'batch', statements }),
    exec: (sql) => send(url, { method: 'exec', sql }),
    withSession: unused,
    dump: unused,
  }
}
