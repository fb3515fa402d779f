import { modulesOf } from '../../scripts/build.ts'
import { classesOf } from '../../scripts/workers.ts'

/** Where a Worker with these modules takes a loan, and another time. */
const LEND_PATH = '/lend'
const TIME_PATH = '/time'

/** What a Worker is given for the time of a loan. */
export interface Loan {
  /** Names of Durable Objects begin with it. */
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
  const answer = await fetch(new URL(LEND_PATH, url), { method: 'PUT', body: JSON.stringify(loan) })
  if (!answer.ok) throw new Error(`${url} does not take the loan: ${answer.status} ${await answer.text()}`)
}

/**
 * Puts the clock of a lent Worker ahead, and lets its time-outs be over within a share of their time: until its next loan.
 * What has begun keeps the time that it began in.
 */
export async function changeTime(url: string, time: { aheadMs?: number; timeOuts?: number }): Promise<void> {
  const answer = await fetch(new URL(TIME_PATH, url), { method: 'PUT', body: JSON.stringify(time) })
  if (!answer.ok) throw new Error(`${url} does not take the time: ${answer.status} ${await answer.text()}`)
}

function mainModule(worker: string): string {
  const classes = [...classesOf(worker), ...(worker === 'core' ? ['Limits'] : [])]
  return `
import * as built from './index.js'

let lent
let time = {}
const now = Date.now.bind(Date)
const timeout = AbortSignal.timeout.bind(AbortSignal)
Date.now = () => now() + (time.aheadMs ?? 0)
AbortSignal.timeout = (ms) => timeout(Math.ceil(ms * (time.timeOuts ?? 1)))
let loan = ''
// Alarms under way: what they write into D1 is there before the next loan empties it.
const ringing = new Set()
const lend = async (env, { id, variables, without }) => {
  loan = id
  lent = { ...env, ...variables }
  time = {}
  for (const [name, binding] of Object.entries(env)) if (isNamespace(binding)) lent[name] = apart(binding, id)
  for (const name of without) delete lent[name]
  await Promise.allSettled(ringing)
}
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

export default {
  async fetch(request, env, ctx) {
    const path = request.method === 'PUT' ? new URL(request.url).pathname : ''
    if (path === '${LEND_PATH}') await lend(env, await request.json())
    else if (path === '${TIME_PATH}') time = await request.json()
    else return built.default.fetch(request, lent ?? env, ctx)
    return new Response()
  },
  scheduled: (controller, env, ctx) => built.default.scheduled?.(controller, lent ?? env, ctx),
}
${classes
  .map(
    (name) => `export class ${name} extends built.${name} {
  constructor(ctx, env) { super(ctx, lent ?? env) }
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
