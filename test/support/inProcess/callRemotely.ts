import { type Clock, inIsolate } from './isolate.ts'

/** An object with methods, in another isolate. */
export type Target = object

/**
 * Calls a method in another isolate (Workers RPC): arguments and results are copies, a call begins in a turn of its own, and
 * what the other end throws arrives as a copy that says it is remote.
 */
export async function callRemotely(
  target: () => Target | Promise<Target>,
  clock: Clock,
  method: string,
  args: readonly unknown[],
): Promise<unknown> {
  const copies = structuredClone(args)
  return new Promise((resolve, reject) => {
    setImmediate(() =>
      inIsolate(clock, async () => {
        const object = await target()
        const called: unknown = Reflect.get(object, method)
        if (typeof called !== 'function') throw new TypeError(`The RPC receiver does not implement "${method}".`)
        return disposable(structuredClone(await Reflect.apply(called, object, copies)))
      }).then(resolve, (error: unknown) => reject(remote(error))),
    )
  })
}

/** Gives the result of a remote call a dispose method, hidden from enumeration. */
function disposable(value: unknown): unknown {
  if (typeof value === 'object' && value !== null)
    Object.defineProperty(value, Symbol.dispose, { value: () => {}, enumerable: false })
  return value
}

function remote(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const copy: unknown = structuredClone(error)
  return copy instanceof Error ? Object.assign(copy, { remote: true }) : copy
}

/** A stub: any method of it is called in the other isolate, after `onCall` has heard of it. */
export const stubOf = (
  target: () => Target | Promise<Target>,
  clock: Clock,
  known: object = {},
  onCall?: (method: string) => void,
): object =>
  new Proxy(known, {
    get: (own, name) => {
      if (name in own) return Reflect.get(own, name)
      // `await` looks for `then`; that is not a call.
      if (typeof name === 'symbol' || name === 'then') return undefined
      return async (...args: unknown[]) => {
        onCall?.(name)
        return callRemotely(target, clock, name, args)
      }
    },
  })
