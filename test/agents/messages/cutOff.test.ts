import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { AgentsEnv } from '../../../functions/agents/env.ts'
import { createMessaging } from '../../../functions/agents/messages/context.ts'
import { runMessages } from '../../../functions/agents/messages/runMessages.ts'
import { LOCAL_CONVERSATION } from '../../../localnet/seed.ts'
import { readEnv } from '../../../shared/env/readEnv.ts'
import { createContext } from '../../../shared/http/context.ts'
import { seeded } from '../../support/seeded.ts'
import { soak } from '../../support/soak.ts'
import { prepared, useNet } from '../../support/useNet.ts'
import { DAY, startMessageNet } from './support.ts'

/** Leases of a run that is cut off end by themselves in less. */
const LEASE_MS = 91_000

const random = seeded('runs that are cut off')
let env: AgentsEnv
const net = useNet(() => startMessageNet())
const voter = prepared(() => net.msgnet.join(net.account('voter')))
const owner = prepared(() => net.msgnet.join(net.account('owner')))
beforeAll(async () => {
  net.msgnet.post.group(LOCAL_CONVERSATION, [owner.inbox, net.msgnet.post.open(net.creators)])
  const ledgers = await net.objects('AMOE_LEDGER')
  env = readEnv(AgentsEnv, {
    ...net.variables,
    LOG_LEVEL: 'error',
    DB: asSteps(await net.database()),
    AMOE_LEDGER: { getByName: (name: string) => asSteps(ledgers.getByName(name), LEDGER) },
    SESSIONS: {},
    NONCES: {},
    ARTIFACTS: {},
    LIMITS: {},
    STATUS_BOARD: {},
    STREAM_SLOTS: {},
    PAYMENT_LEDGER: {},
  })
})
afterEach(() => vi.restoreAllMocks())

/** Marks requests of a run: other work in this process calls the node and the Workers too. */
const ofRun = new AsyncLocalStorage<'run'>()

/** A run in this process, over the stores, the ledger, the chain and the network of the others. */
function run(now: () => number) {
  const messaging = createMessaging(createContext(env, now), env)
  if (!messaging) throw new Error('no network')
  return runMessages(messaging)
}

const LEDGER = 'ledger'
/** Methods of D1 that are requests; the others make statements. */
const REQUESTS = ['all', 'batch', 'first', 'raw', 'run']
/** Calls to the stores go through this. */
const stores = { call: <T>(_store: string, go: () => Promise<T>): Promise<T> => go() }

/** A store each of whose calls is a step of the run. */
function asSteps<T extends object>(store: T, name = 'database'): T {
  return new Proxy(store, {
    get(own, method) {
      const value: unknown = Reflect.get(own, method)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const go = (): unknown => Reflect.apply(value, own, args)
        if (name === LEDGER || REQUESTS.includes(String(method))) return stores.call(name, async () => go())
        return method === 'prepare' || method === 'bind' ? asSteps(Object(go()), name) : go()
      }
    },
  })
}

/** Changes what the steps of a run outside come to, requests and calls to the stores, counted from 1. */
function onSteps(change: <T>(step: number, where: string, go: () => Promise<T>) => Promise<T>): void {
  const real = globalThis.fetch
  let steps = 0
  const outside = <T>(where: string, go: () => Promise<T>): Promise<T> =>
    ofRun.getStore() === undefined ? go() : change(++steps, where, go)
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => outside(String(url), () => real(url, init)))
  vi.spyOn(stores, 'call').mockImplementation(outside)
}

/** From a step on nothing of a run gets through any more, as if its process had ended before it. */
const cutOffBefore = (last: number): void =>
  onSteps((step, _, go) => (step >= last ? Promise.reject(new TypeError('the process has ended')) : go()))

/** A command to the service's own agent, one that is queued for keepers, and the answers so far. */
function write() {
  const sentToOwner = () =>
    net.msgnet.post.find(LOCAL_CONVERSATION, owner.inbox).messages.filter(({ from }) => from !== owner.inbox).length
  const before = { voter: voter.heard(net.own).length, owner: sentToOwner() }
  const command = voter.write(net.own, '/help')
  const kept = owner.say(LOCAL_CONVERSATION, '/keepr tend')
  return {
    ids: [command.id, kept.id],
    answered: () => ({ voter: voter.heard(net.own).length - before.voter, owner: sentToOwner() - before.owner }),
  }
}

const statesOf = async (ids: readonly string[]) =>
  (await net.rows<{ state: string }>('select state from agent_messages where id in (?, ?) order by state', ...ids)).map(
    ({ state }) => state,
  )
const queuedBy = async (ids: readonly string[]) =>
  (await net.rows('select 1 from actions where dedupe_key in (?, ?)', ...ids.map((id) => `message:${id}`))).length
const credits = () => net.credits(net.account('voter').address)

describe('a run that is cut off', () => {
  test(
    'before any step loses no message, answers none twice, and credits a day once',
    async () => {
      const start = await credits()
      // All steps in the long form; in the short one some, others each time.
      const stride = soak(5, 1)
      const first = 1 + Math.floor(random.fraction() * stride)
      let days = 0
      for (let step = first, isOver = false; !isOver; step += stride) {
        await net.pass(DAY)
        const { ids, answered } = write()
        cutOffBefore(step)
        isOver = (await ofRun.run('run', () => run(net.now)).catch(() => null)) !== null
        vi.restoreAllMocks()
        await net.pass(LEASE_MS)
        const { complete, waiting } = await run(net.now)
        expect({ complete, waiting, step }).toEqual({ complete: true, waiting: 0, step })
        expect(answered(), `step ${step}`).toEqual({ voter: 1, owner: 1 })
        expect(await statesOf(ids), `step ${step}`).toEqual(['done', 'done'])
        expect(await queuedBy(ids), `step ${step}`).toBe(1)
        days++
      }
      expect(days).toBeGreaterThan(soak(4, 20))
      expect(await credits()).toBe(start + days)
    },
    soak(60_000, 600_000),
  )

  test('and goes on after another has taken over changes nothing more', async () => {
    await net.pass(DAY)
    const before = await credits()
    // Held at each of some steps: taking up, deciding, crediting, answering, ending.
    for (const step of [6, 12, 18]) {
      await net.pass(LEASE_MS)
      const { ids, answered } = write()
      const frozen = net.now()
      const held = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      onSteps(async (one, _, go) => {
        if (one === step) {
          reached.resolve()
          await held.promise
        }
        return go()
      })
      const first = ofRun.run('run', () => run(() => frozen)).catch((error: unknown) => error)
      await Promise.race([reached.promise, first])
      await net.pass(LEASE_MS)
      await run(net.now)
      held.resolve()
      await first
      vi.restoreAllMocks()
      expect(answered(), `step ${step}`).toEqual({ voter: 1, owner: 1 })
      expect(await statesOf(ids), `step ${step}`).toEqual(['done', 'done'])
      expect(await queuedBy(ids), `step ${step}`).toBe(1)
    }
    expect(await credits()).toBe(before + 1)
  })
})

describe('at the same time', () => {
  test('only one runs', async () => {
    await net.pass(DAY)
    write()
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => run(net.now)))
    const refused = all.filter((one) => one.status === 'rejected').map(({ reason }) => Object(reason).code)
    expect(new Set(refused)).toEqual(new Set(['run_in_progress']))
    expect(all.length - refused.length).toBeGreaterThanOrEqual(1)
  })
})

describe('a ledger that is away', () => {
  test('puts the message off, and the credit is that of its own day', async () => {
    await net.pass(DAY)
    const before = await credits()
    const { ids, answered } = write()
    onSteps((_, where, go) => (where === LEDGER ? Promise.reject(new TypeError('away')) : go()))
    const day = new Date(net.now()).toISOString().slice(0, 10)
    expect(await ofRun.run('run', () => run(net.now))).toMatchObject({
      errors: 1,
      awarded: 0,
      waiting: 1,
      commandsQueued: 1,
    })
    vi.restoreAllMocks()
    await net.pass(DAY)
    expect(await run(net.now)).toMatchObject({ errors: 0, awarded: 1, waiting: 0 })
    expect(await net.earned('profile-voter', day)).toBe(ids[0])
    expect(await credits()).toBe(before + 1)
    expect(answered()).toEqual({ voter: 1, owner: 1 })
  })
})
