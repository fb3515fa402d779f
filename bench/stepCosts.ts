import { latency } from './load.ts'
import type { StorageCalls } from './storageWorker.ts'

export interface Step {
  readonly run: () => Promise<unknown>
  /** The calls that it makes to D1 and Durable Objects; those that only count it are leased for many requests at once. */
  readonly calls: StorageCalls
}

/**
 * What each step costs: milliseconds one after the other, as a ratio to the bare Worker and to a Worker that makes the same
 * storage calls, and how many requests its second run makes; `requests` says how many there have been so far.
 */
export async function stepCosts(
  { bare, storage }: { bare: () => Promise<unknown>; storage: (calls: StorageCalls) => Promise<unknown> },
  steps: Readonly<Record<string, Step>>,
  requests: () => number,
  times?: number,
): Promise<string[][]> {
  const asked = new Map<string, number>()
  for (const [name, { run }] of Object.entries(steps)) {
    await run()
    const before = requests()
    await run()
    asked.set(name, requests() - before)
  }
  const all = Object.entries(steps).flatMap(([name, { run, calls }]): [string, () => Promise<unknown>][] => [
    [name, run],
    [`${name}: storage`, () => inTurn(calls.split(',').map((own) => () => storage(own)))],
  ])
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
      String(asked.get(name)),
    ]
  })
}

async function inTurn(requests: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const request of requests) await request()
}

/** What the columns of stepCosts say; `requests` names whom its steps ask. */
export const stepHead = (what: string, requests: string): string[] => [
  `${what}, one connection`,
  'ms',
  'to bare',
  'storage calls',
  'to its storage calls',
  requests,
]
