import { randomBytes } from 'node:crypto'
import type { V4WorkerOptions } from 'miniflare'
import { BINDINGS, D1, OBJECTS, scriptName, type ObjectBinding, type WorkerName } from '../platform/workers.ts'
import { answerRemoteD1, openRemoteD1 } from './remoteD1.ts'

/** The name of a Worker that does for the local world what operators and the platform do: it alone knows these paths. */
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

/** What the local world does inside the runtime. */
export interface Steward {
  readonly database: D1Database
  /** Durable Objects of a class: what a method returns is JSON here, and `null` where it returns nothing. */
  objects(binding: ObjectBinding): { getByName(name: string): object }
  runSchedule(worker: WorkerName, cron: string): Promise<void>
}

/**
 * The steward of Workers, and how it is asked once its address is known. The runtime's own stand-ins for bindings do the same,
 * but this process stands still at each property of them, and has a second thread for that as long as it lives.
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
