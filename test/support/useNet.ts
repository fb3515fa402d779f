import { afterAll, beforeAll, beforeEach } from 'vitest'
import { borrowWorld, type BorrowedWorld, type WorldNeeds } from './borrowWorld.ts'
import { startRpcProxy, type RpcProxy } from './rpcProxy.ts'

type Started = { stop(): unknown } | { giveBack(): unknown } | { close(): unknown }

/**
 * The object that `start` resolves to: it is started before the first test of the file or `describe`, and ended after the last one,
 * also if a later hook failed. Of several, the last to start is the first to end. See `prepared` for what is returned.
 *
 * @example
 * const net = useNet(() => startLocalnet({ families: ['vetoken'] }))
 * test('…', async () => { await fetch(net.api) })
 */
export function useNet<T extends Started>(start: () => T | Promise<T>, timeoutMs?: number): T {
  let started: T | undefined
  beforeAll(async () => {
    started = await start()
  }, timeoutMs)
  afterAll(() => started && end(started))
  return standsFor(() => started)
}

function end(started: Started): unknown {
  if ('stop' in started) return started.stop()
  return 'giveBack' in started ? started.giveBack() : started.close()
}

/**
 * The object that `make` resolves to before the first test of the file or `describe`, after the hooks above it. What is
 * returned is a Proxy that forwards to that object, and throws until it has been made.
 */
export function prepared<T extends object>(make: () => T | Promise<T>): T {
  let made: T | undefined
  beforeAll(async () => {
    made = await make()
  })
  return standsFor(() => made)
}

/** A borrowed chain with the local world, given back after the last test. */
export function useBorrowedWorld(needs: WorldNeeds = {}): Pick<BorrowedWorld, 'anvil' | 'world'> {
  const borrowed = useNet(() => borrowWorld(needs))
  return { anvil: standsFor(() => borrowed.anvil), world: standsFor(() => borrowed.world) }
}

/**
 * A proxy in front of the node of a net, which starts it by `nodeUrl` and ends before it; reset before each test.
 *
 * @example
 * const proxy = useRpcProxy()
 * const net = useNet(() => startLocalnet({ families: ['vetoken'], nodeUrl: proxy.nodeUrl }))
 */
export function useRpcProxy(): RpcProxy & { readonly nodeUrl: (url: string) => Promise<string> } {
  let started: RpcProxy | undefined
  beforeEach(() => started?.reset())
  afterAll(() => started?.stop())
  const nodeUrl = async (url: string) => (started = await startRpcProxy(url)).url
  return standsFor(() => started, { nodeUrl })
}

/** Forwards to an object that is not there yet; `own` is there from the start. */
function standsFor<T extends object, O extends object>(current: () => T | undefined, own?: O): T & O {
  const object = () => {
    const value = current()
    if (!value) throw new Error('used before it was started: read it in a test or a later hook')
    return value
  }
  const target: T & O = Object.create(null)
  Object.assign(target, own)
  return new Proxy(target, {
    get: (_, key) => {
      if (key in target) return Reflect.get(target, key)
      const value: unknown = Reflect.get(object(), key)
      // A method of a class may need fields that only its own object has.
      return typeof value === 'function' && !Object.hasOwn(object(), key) ? value.bind(object()) : value
    },
    set: (_, key, value) => Reflect.set(object(), key, value),
    has: (_, key) => key in target || key in object(),
    ownKeys: () => [...new Set([...Reflect.ownKeys(target), ...Reflect.ownKeys(object())])],
    getOwnPropertyDescriptor: (_, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(key in target ? target : object(), key)
      // A property that the target lacks must be configurable.
      return descriptor && { ...descriptor, configurable: true }
    },
  })
}
