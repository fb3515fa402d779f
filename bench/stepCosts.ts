import { latency } from './load.ts'

/**
 * What each step costs: milliseconds one after the other, as a ratio to the bare Worker, and how many requests its second run
 * makes; `requests` says how many there have been so far.
 */
export async function stepCosts(
  bare: () => Promise<unknown>,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
  requests: () => number,
): Promise<string[][]> {
  const asked = new Map<string, number>()
  for (const [name, step] of Object.entries(steps)) {
    await step()
    const before = requests()
    await step()
    asked.set(name, requests() - before)
  }
  const ms = await latency({ bare, ...steps })
  return Object.entries(ms).map(([name, took]) => [
    name,
    took.toFixed(2),
    (took / ms.bare).toFixed(1),
    String(asked.get(name) ?? '–'),
  ])
}
