/** How long a node that refused the lens gets no lens requests. */
const PAUSE_MS = 600_000

/** Which nodes, by their index in the configuration, run the lens. */
export interface LensMemory {
  runs(node: number): boolean
  /** Whether any of this many nodes does. */
  isAnywhere(nodes: number): boolean
  /** Whether all of this many nodes do. */
  isEverywhere(nodes: number): boolean
  refused(node: number): void
}

export function createLensMemory(now: () => number): LensMemory {
  const until = new Map<number, number>()
  const runs = (node: number) => now() >= (until.get(node) ?? -Infinity)
  const first = (nodes: number) => Array.from({ length: nodes }, (_, node) => node)
  return {
    runs,
    isAnywhere: (nodes) => first(nodes).some(runs),
    isEverywhere: (nodes) => first(nodes).every(runs),
    refused: (node) => void until.set(node, now() + PAUSE_MS),
  }
}
