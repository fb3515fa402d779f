import { callRemotely, stubOf, type Target } from './callRemotely.ts'
import { type Clock, inIsolate } from './isolate.ts'
import { type Alarm, openStorage } from './openStorage.ts'
import { outOfRequest, recordStorageCall } from './storageCalls.ts'

/** A Durable Object's class, as a Worker exports it. */
export type ObjectClass = new (ctx: object, env: object) => Target

interface Home {
  /** Name of its binding. */
  readonly binding: string
  readonly class: ObjectClass
  readonly clock: Clock
  /** The environment of objects that are made from now on. */
  readonly env: () => object
}

/** An alarm whose handler failed is rung again after this, doubled each time, so often (Durable Objects, alarms). */
const RETRY_MS = 2000
const MOST_RETRIES = 6
/** A timer of Node can wait for no longer. */
const LONGEST_MS = 2 ** 31 - 1

/** Objects of one class, made when they are first called; `stop` ends them and their alarms. */
export function openObjects(home: Home) {
  const objects = new Map<string, ReturnType<typeof openObject>>()
  const at = (name: string) => {
    const known = objects.get(name) ?? openObject(name, home)
    objects.set(name, known)
    return known
  }
  const heard = (method: string) => recordStorageCall(home.binding, [method])
  const stub = (name: string) => stubOf(() => at(name).instance(), home.clock, { name, id: idOf(name) }, heard)
  return {
    namespace: {
      getByName: stub,
      idFromName: idOf,
      get: ({ name }: { readonly name: string }) => stub(name),
    },
    /** All that the tables of an object hold. */
    storedRows: (name: string) => at(name).storedRows(),
    /** Objects are made again from what they stored, with the environment of then. */
    restart: () => void objects.forEach((object) => object.restart()),
    stop: () => void objects.forEach((object) => object.stop()),
  }
}

const idOf = (name: string) => ({
  name,
  toString: () => name,
  equals: (other: { name: string }) => other.name === name,
})

function openObject(name: string, { class: Class, clock, env }: Home) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const alarm: Alarm = {
    at: null,
    set(at) {
      clearTimeout(timer)
      alarm.at = at
      if (at === null || isOver) return
      const inMs = at - performance.timeOrigin - performance.now()
      timer = setTimeout(() => void outOfRequest(() => ring(0)), Math.min(LONGEST_MS, Math.max(0, inMs)))
      timer.unref()
    },
  }
  const storage = openStorage(alarm)
  let made: Promise<Target> | undefined

  /** The object, made and done with what it began with; one that could not be made is made again for the next call. */
  function instance(): Promise<Target> {
    if (made) return made
    const beginning: Promise<unknown>[] = []
    const ctx = {
      id: idOf(name),
      storage,
      waitUntil: (work: Promise<unknown>) => void Promise.resolve(work).catch(() => undefined),
      blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T> {
        const done = work()
        beginning.push(done)
        return done
      },
    }
    const making = inIsolate(clock, async () => {
      const object = new Class(ctx, env())
      await Promise.all(beginning)
      return object
    })
    made = making
    making.catch(() => (made = undefined))
    return making
  }

  async function ring(retryCount: number): Promise<void> {
    if (isOver) return
    alarm.at = null
    try {
      await callRemotely(async () => alarmOf(await instance()), clock, 'alarm', [
        { retryCount, isRetry: retryCount > 0 },
      ])
    } catch {
      if (isOver || alarm.at !== null || retryCount >= MOST_RETRIES) return
      timer = setTimeout(() => void ring(retryCount + 1), RETRY_MS * 2 ** retryCount).unref()
    }
  }

  return {
    instance,
    storedRows() {
      const tables = storage.sql
        .exec(`SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 3) <> '_cf'`)
        .toArray()
      return Object.fromEntries(
        tables.map(({ name: table }) => [table, storage.sql.exec(`SELECT * FROM ${table}`).toArray()]),
      )
    },
    restart: () => void (made = undefined),
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

const alarmOf = (object: Target): Target => ({
  alarm: (info: object) => Reflect.apply(Reflect.get(object, 'alarm'), object, [info]),
})
