import { modulesOf } from '../../platform/bundle/modulesOf.ts'
import { classesOf, ENTRYPOINTS } from '../../platform/workers.ts'
import { answerRemoteBucket, openRemoteBucket } from './remoteBucket.ts'
import type { Objects, TestBucket } from './Runtime.ts'
import type { Clock } from './inProcess/isolate.ts'
import { answerRemoteD1, openRemoteD1 } from './remoteD1.ts'

/** Where a Worker with these modules takes a loan, and another time. */
const LEND_PATH = '/lend'
const TIME_PATH = '/time'
/** Where its database and its bucket are asked, its objects are called and its schedule is run: no proxy of the runtime's stands between. */
const D1_PATH = '/d1'
const BUCKET_PATH = '/bucket'
const OBJECT_PATH = '/object'
const SCHEDULE_PATH = '/schedule'

/** What a Worker is given for the time of a loan. */
export interface Loan {
  /** Names of Durable Objects and keys of buckets begin with it. */
  readonly id: string
  /** Text variables and secrets. */
  readonly variables: Readonly<Record<string, string>>
  /** Bindings that it does not have. */
  readonly without: readonly string[]
}

/**
 * A Worker's bundle behind a main module that gives it, from each loan on, an environment of its own. All that a Worker
 * remembers hangs on its environment, so it remembers nothing of the loan before.
 */
export const lentModules: typeof modulesOf = async (worker) => [
  { type: 'ESModule', path: `${worker}/lent.js`, contents: mainModule(worker) },
  ...(await modulesOf(worker)),
]

/** Begins a loan of the Worker at a URL. */
export async function lend(url: string, loan: Loan): Promise<void> {
  await order(url, LEND_PATH, loan)
}

/**
 * Puts the clock of a lent Worker ahead, and lets its time-outs be over within a share of their time: until its next loan.
 * What has begun keeps the time that it began in.
 */
export async function changeTime(url: string, time: Clock): Promise<void> {
  await order(url, TIME_PATH, time)
}

/** The database of the lent Worker at a URL. */
export const lentD1 = (url: string): D1Database => openRemoteD1(new URL(D1_PATH, url))

/** The bucket of the loan that the Worker at a URL is in; it can be told to fail. */
export const lentBucket = (url: string): TestBucket => openRemoteBucket(new URL(BUCKET_PATH, url))

/** The Durable Objects of the loan that the Worker at a URL is in. */
export const lentObjects = (url: string, binding: string): Objects => ({
  getByName: (name) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          async (...args: unknown[]) => {
            const answer = await order(url, OBJECT_PATH, { binding, name, method, args })
            return answer === '' ? undefined : JSON.parse(answer)
          },
      },
    ),
})

/** Runs a schedule of the lent Worker at a URL, and waits for its end, good or bad. */
export async function runSchedule(url: string, cron: string): Promise<void> {
  await order(url, SCHEDULE_PATH, { cron })
}

async function order(url: string, path: string, what: object): Promise<string> {
  const answer = await fetch(new URL(path, url), { method: 'PUT', body: JSON.stringify(what) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}${path}: ${answer.status} ${text}`)
  return text
}

function mainModule(worker: string): string {
  const entrypoints = Object.values(ENTRYPOINTS).flatMap(({ home, entrypoint }) =>
    home === worker ? [entrypoint] : [],
  )
  const classes = [...classesOf(worker), ...entrypoints]
  return `
import * as built from './index.js'

let lent
let time = {}
const clock = Date.now.bind(Date)
const timeout = AbortSignal.timeout.bind(AbortSignal)
Date.now = () => clock() + (time.aheadMs ?? 0)
AbortSignal.timeout = (ms) => timeout(Math.ceil(ms * (time.timeOuts ?? 1)))
let loan = ''
// Alarms under way: what they write into D1 is there before the next loan empties it.
const ringing = new Set()
const lend = async (env, { id, variables, without }) => {
  loan = id
  lent = { ...env, ...variables }
  time = {}
  for (const [name, binding] of Object.entries(env)) {
    if (isNamespace(binding)) lent[name] = apart(binding, id)
    if (isBucket(binding)) lent[name] = apartBucket(binding, id)
  }
  for (const name of without) delete lent[name]
  await Promise.allSettled(ringing)
}
const isBucket = (binding) => binding?.constructor?.name === 'R2Bucket'
const isNamespace = (binding) => binding?.constructor?.name === 'DurableObjectNamespace'
// Objects of one loan are never those of another.
const apart = (namespace, id) =>
  new Proxy(namespace, {
    get(target, name) {
      const value = target[name]
      if (typeof value !== 'function') return value
      const named = name === 'getByName' || name === 'idFromName'
      return (first, ...others) => value.call(target, named ? id + first : first, ...others)
    },
  })

const call = async (env, { binding, name, method, args }) => {
  try {
    return Response.json((await env[binding].getByName(name)[method](...args)) ?? null)
  } catch (error) {
    return new Response(error.message, { status: 500 })
  }
}
${answerRemoteD1}
${answerRemoteBucket}

export default {
  async fetch(request, env, ctx) {
    const now = lent ?? env
    switch (request.method === 'PUT' && new URL(request.url).pathname) {
      case '${LEND_PATH}':
        await lend(env, await request.json())
        return new Response()
      case '${TIME_PATH}':
        time = await request.json()
        return new Response()
      case '${D1_PATH}':
        return answerRemoteD1(request, env.DB)
      case '${BUCKET_PATH}':
        return answerRemoteBucket(request, now.ARTIFACTS)
      case '${OBJECT_PATH}':
        return call(now, await request.json())
      case '${SCHEDULE_PATH}':
        // One that fails has said so itself, as it must where nobody waits for it.
        await Promise.allSettled([built.default.scheduled(await request.json(), now, ctx)])
        return new Response()
      default:
        return built.default.fetch(request, now, ctx)
    }
  },
}
${classes
  .map(
    (name) => `export class ${name} extends built.${name} {
  constructor(ctx, env) { super(ctx, lent ?? env) }
  // All that its tables hold, for tests of what must not be there.
  storedRows() {
    const { sql } = this.ctx.storage
    const tables = sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 3) <> '_cf'").toArray()
    return Object.fromEntries(tables.map(({ name }) => [name, sql.exec('SELECT * FROM ' + name).toArray()]))
  }
  async alarm(info) {
    // Objects of loans that are over have nothing more to do.
    if (!this.ctx.id.name?.startsWith(loan)) return
    const alarm = Promise.resolve(super.alarm?.(info))
    ringing.add(alarm)
    await alarm.finally(() => ringing.delete(alarm))
  }
}`,
  )
  .join('\n')}
`
}
