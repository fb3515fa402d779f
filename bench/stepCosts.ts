import { latency } from './load.ts'
import type { StorageCalls, Upstream } from './storageWorker.ts'

export interface Step {
  readonly run: () => Promise<unknown>
  /** The calls that it makes to D1 and Durable Objects; those that only count it are leased for many requests at once. */
  readonly calls: StorageCalls
  /** The request to another service that its answer needs, of its second run. */
  readonly upstream?: () => Upstream
}

/**
 * The cost of each step: milliseconds one after the other, as a ratio to the bare Worker, to a Worker that makes the same
 * storage calls, and to one that makes the same request to another service besides; and how many of these its second run
 * makes; `requests` says how many there have been so far.
 */
export async function stepCosts(
  {
    bare,
    storage,
  }: { bare: () => Promise<unknown>; storage: (calls: StorageCalls, upstream?: Upstream) => Promise<unknown> },
  steps: Readonly<Record<string, Step>>,
  requests: () => number,
  times?: number,
): Promise<string[][]> {
  const upstreams = new Map<string, { readonly times: number; readonly upstream: Upstream | undefined }>()
  for (const [name, { run, upstream }] of Object.entries(steps)) {
    await run()
    const before = requests()
    await run()
    upstreams.set(name, { times: requests() - before, upstream: upstream?.() })
  }
  const all = Object.entries(steps).flatMap(([name, { run, calls }]): [string, () => Promise<unknown>][] => {
    const upstream = upstreams.get(name)?.upstream
    return [
      [name, run],
      [`${name}: storage`, () => inTurn(calls.split(',').map((own) => () => storage(own)))],
      [`${name}: all`, () => inTurn(upstream ? [() => storage(`u${calls}`, upstream)] : [])],
    ]
  })
  const ms: Record<string, number> = await latency({ bare, ...Object.fromEntries(all) }, times)
  const bareMs = ms['bare'] ?? NaN
  return Object.entries(steps).map(([name, { calls }]) => {
    const [took, least] = [ms[name] ?? NaN, ms[`${name}: storage`] ?? NaN]
    return [
      name,
      took.toFixed(2),
      (took / bareMs).toFixed(1),
      String(calls.replaceAll(',', '').length),
      (took / least).toFixed(2),
      upstreams.get(name)?.upstream ? (took / (ms[`${name}: all`] ?? NaN)).toFixed(2) : '',
      String(upstreams.get(name)?.times),
    ]
  })
}

async function inTurn(requests: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const request of requests) await request()
}

type Send = (url: string, how?: { method: string; body: string }) => Promise<{ readonly status: number }>

/** How a client asks the Worker of startStorageWorker. */
export const toStorage =
  (send: Send, urlOf: (calls: StorageCalls) => string) => async (calls: StorageCalls, upstream?: Upstream) => {
    const how = upstream && { method: 'POST', body: JSON.stringify(upstream) }
    const { status } = await send(urlOf(calls), how)
    if (status !== 200) throw new Error(`the Worker of storage calls answered ${status}`)
  }

/** Heads of the columns of stepCosts; `requests` names the service that its steps call. */
export const stepHead = (what: string, requests: string): string[] => [
  `${what}, one connection`,
  'ms',
  'to bare',
  'storage calls',
  'to its storage calls',
  'to these and its request',
  requests,
]
