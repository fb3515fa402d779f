import { changesState, type Graph, type Node } from './calls.ts'

/** Bytes of the calls in one program: a node refuses creation code of more than 48 KiB (EIP-3860). */
const PROGRAM_BYTES = 24_000
/** Bytes of a call in a program beside its data, without arguments of other calls. */
const CALL_BYTES = 32

/**
 * Merges graphs whose calls have different ids into as few as fit a program each: the graphs that each is made of. A graph that
 * changes what the others would see stays by itself.
 */
export function mergeGraphs(graphs: readonly Graph[]): Map<Graph, readonly Graph[]> {
  const groups: Graph[][] = graphs.filter(isChanging).map((graph) => [graph])
  let last: Graph[] = []
  let room = -1
  for (const graph of graphs) {
    if (isChanging(graph)) continue
    const bytes = bytesOf(graph.nodes)
    if (bytes > room) {
      last = []
      groups.push(last)
      room = PROGRAM_BYTES
    }
    last.push(graph)
    room -= bytes
  }
  return new Map(groups.map((group) => [{ nodes: group.flatMap(({ nodes }) => nodes), shape: null }, group]))
}

const isChanging = ({ nodes }: Pick<Graph, 'nodes'>): boolean =>
  nodes.some((node) => (node.kind === 'each' ? isChanging({ nodes: node.body }) : changesState(node)))

const bytesOf = (nodes: readonly Node[]): number =>
  nodes.reduce((sum, node) => sum + CALL_BYTES + (node.kind === 'each' ? bytesOf(node.body) : node.data.length / 2), 0)
