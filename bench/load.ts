import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Requests per second of each target: measured in alternating rounds, so that other load affects all alike; medians. */
export async function throughput<K extends string>(
  targets: Record<K, Load>,
  { rounds = 5, seconds = 2, connections = 16 } = {},
): Promise<Record<K, number>> {
  const names = Object.keys(targets).filter((name): name is K => name in targets)
  const seen = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const result = await autocannon({ ...targets[name], connections, duration: round < 0 ? 1 : seconds })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`)
      if (round >= 0) seen.get(name)?.push(result.requests.average)
    }
  }
  return mediansOf(seen, targets)
}

/** Median milliseconds of single requests over one keep-alive connection, the targets in turn, after some that do not count. */
export async function latency<K extends string>(
  targets: Record<K, () => Promise<unknown>>,
  times = 300,
  before = 20,
): Promise<Record<K, number>> {
  const names = Object.keys(targets).filter((name): name is K => name in targets)
  const seen = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let i = -before; i < times; i++) {
    for (const name of names) {
      const started = performance.now()
      await targets[name]()
      if (i >= 0) seen.get(name)?.push(performance.now() - started)
    }
  }
  return mediansOf(seen, targets)
}

function mediansOf<K extends string>(
  seen: ReadonlyMap<string, number[]>,
  targets: Readonly<Record<K, unknown>>,
): Record<K, number> {
  const medians = Object.fromEntries([...seen].map(([name, values]) => [name, median(values)]))
  if (!isComplete(medians, targets)) throw new Error('a target was not measured')
  return medians
}

const isComplete = <K extends string>(
  table: Record<string, number>,
  targets: Readonly<Record<K, unknown>>,
): table is Record<K, number> => Object.keys(targets).every((name) => Object.hasOwn(table, name))

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
