import { AsyncLocalStorage } from 'node:async_hooks'

/** The clock of one Worker: how far it is ahead, and the share of their time within which its time-outs are over. */
export interface Clock {
  aheadMs?: number
  timeOuts?: number
}

const clocks = new AsyncLocalStorage<Clock>()
let isSet = false

/** Runs work of a Worker, whose clock holds in all that the work begins. */
export function inIsolate<T>(clock: Clock, work: () => T): T {
  if (!isSet) setClocks()
  return clocks.run(clock, work)
}

/** Work of Workers sees the clock of its Worker; everybody else sees the system's. */
function setClocks(): void {
  isSet = true
  const now = Date.now.bind(Date)
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  Date.now = () => now() + (clocks.getStore()?.aheadMs ?? 0)
  AbortSignal.timeout = (ms) => timeout(Math.ceil(ms * (clocks.getStore()?.timeOuts ?? 1)))
}
