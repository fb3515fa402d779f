import type { RpcCall, RpcReply } from './RpcCall.ts'
import { type Address, numberToHex } from 'viem'
import { ApiError } from '../errors/ApiError.ts'
import { requestScope } from '../log/requestScope.ts'
import { describeCalls, type Describe, type Graph, type Node, type Resolved, type Shape } from './calls.ts'
import type { ChainConfig, Role } from './config.ts'
import { createLensMemory } from './createLensMemory.ts'
import { Evaluation } from './evaluate.ts'
import { mergeGraphs } from './mergeGraphs.ts'
import type { NamedBlock } from './namedBlock.ts'
import type { PartResult } from './parts.ts'
import type { ReadHead } from './program.ts'
import { isSameBlock, type ReadGraphs, readItem } from './ReadBatch.ts'
import { finish, NOTHING_KNOWN, readInRounds, requestParts, type Carried } from './readGraph.ts'
import type { Rpc } from './rpc.ts'

/** The block at which every value of an answer was read. */
export interface AsOf {
  readonly chainId: number
  readonly blockNumber: string
  readonly blockHash?: string
  readonly timestamp: number
  readonly source: 'rpc' | 'index' | 'stale'
  readonly behindBlocks?: number
}

/** The block of another read; the timestamp in unix seconds distinguishes forks. */
export type BlockPoint = Pick<AsOf, 'blockNumber' | 'timestamp'>

export interface Chain {
  readonly config: ChainConfig
  readonly rpc: Rpc
  /** The address of a role. Throws role_not_configured if the configuration has none. */
  role(role: Role): Address
  /**
   * Reads a graph of calls at one block, in one upstream request: calls of configured contracts that do not depend on
   * each other as one Multicall3 aggregate, others, and those at the block of the request, through the lens; in more if
   * a node allows too little gas for that, or does not run the lens. A call that reverts, or whose contract is of another
   * kind, is null.
   *
   * `carried` are JSON-RPC calls that go in the same request, for what no contract can report (the code at an address).
   * With `at` the block is that one; else it is the block of the request, which its carried calls then name in place of
   * `latest`; else the newest.
   *
   * Throws upstream_failed (also if a node's gas is not enough for a single call, and if no node has the block `at`),
   * upstream_timeout, upstream_rate_limited, rpc_not_configured, and for the block of the request state_not_available and
   * behind_requested_block; an outage is never a null.
   */
  read<S extends Shape>(
    description: (describe: Describe) => S,
    carried?: readonly RpcCall[],
    at?: BlockPoint,
  ): Promise<{ value: Resolved<S>; asOf: AsOf; carried: readonly RpcReply[] }>
}

export function createChain(config: ChainConfig, rpc: Rpc, now: () => number = Date.now): Chain {
  const lens = createLensMemory(now)
  const known = new Set(Object.values(config.contracts).map((address) => address.toLowerCase()))
  const role = (name: Role): Address => {
    const address = config.contracts[name]
    if (address === undefined)
      throw new ApiError('role_not_configured', `${name} has no address on chain ${config.chainId}`)
    return address
  }
  /** Reads graphs in one upstream request, each as one program, or all as an aggregate. */
  const readGraphs = async (...[graphs, calls, at, named]: [...Parameters<ReadGraphs>, named?: NamedBlock]) => {
    const carried: Carried | undefined =
      calls.length > 0 ? { calls: named ? calls.map((call) => callAt(named.number, call)) : calls } : undefined
    const source = {
      rpc,
      chainId: config.chainId,
      multicall3: () => role('multicall3'),
      lens,
      now,
      seen: new Set<number>(),
      ...(carried && { carried }),
      named,
    }
    const merged = mergeGraphs(graphs)
    const wholes = [...merged.keys()]
    // Multicall3 may have been deployed after the named block.
    const isByAggregate = !named && wholes.every(({ nodes }) => isPlain(nodes, known))
    const byLens = !isByAggregate && lens.isAnywhere(rpc.nodes)
    const parts = wholes.map(({ nodes }) => ({ kind: 'lens', share: 4, nodes, calls: [], room: 1 }) as const)
    const results = byLens ? await requestParts(source, parts, at) : 'refused'
    const evaluations = new Map<Graph, Evaluation>()
    let head = at
    for (const [i, graph] of wholes.entries()) {
      const read =
        results === 'refused'
          ? await readInRounds(source, graph, { ...NOTHING_KNOWN, head }, 'aggregate')
          : await finish(source, graph, atBlock(results[i], head))
      head ??= read.head
      for (const part of merged.get(graph) ?? []) evaluations.set(part, read.evaluation)
    }
    if (!head) throw new Error('nothing was read')
    const evaluationOf = (graph: Graph) => evaluations.get(graph) ?? new Evaluation(() => undefined)
    return { evaluationOf, head, carried: carried?.replies ?? [] }
  }
  return {
    config,
    rpc,
    role,
    async read(description, calls = [], at) {
      const item = readItem.getStore()
      const graph = describeCalls(description, item?.nextIds())
      if (rpc.nodes === 0) throw new ApiError('rpc_not_configured')
      const pinned = at && {
        chainId: config.chainId,
        blockNumber: BigInt(at.blockNumber),
        timestamp: at.timestamp,
      }
      const scope = at ? undefined : requestScope.getStore()
      const named: NamedBlock | undefined = scope?.block === undefined ? undefined : { number: scope.block }
      const isOfBatch = !named && (!pinned || isSameBlock(pinned, item?.head()))
      const { evaluationOf, head, carried } =
        item && isOfBatch
          ? await item.read({ graph, carried: calls }, readGraphs)
          : await readGraphs([graph], calls, pinned, named)
      if (scope && named?.isFinal) scope.isFinal = true
      const evaluation = evaluationOf(graph)
      return { value: evaluation.resolve(graph.shape), asOf: asOf(head), carried }
    },
  }
}

/** A call at a block instead of the newest. */
const callAt = (block: bigint, { method, params }: RpcCall): RpcCall => ({
  method,
  params: params.map((param) => (param === 'latest' ? numberToHex(block) : param)),
})

/** The result of a part at the block of those before it: a node may have come to another one between two parts. */
const atBlock = (result: PartResult = { outcomes: [] }, head: ReadHead | undefined): PartResult =>
  head && !(result.head && isSameBlock(result.head, head)) ? { head, outcomes: [] } : result

const asOf = (head: ReadHead): AsOf => ({
  chainId: head.chainId,
  blockNumber: String(head.blockNumber),
  timestamp: head.timestamp,
  source: 'rpc',
})

/**
 * Whether every call can be made at once and goes to a contract from the configuration. Any other contract may use up
 * all gas, which an aggregate does not limit.
 */
const isPlain = (nodes: readonly Node[], known: ReadonlySet<string>): boolean =>
  nodes.every(
    (node) =>
      node.kind === 'call' &&
      typeof node.target === 'string' &&
      known.has(node.target.toLowerCase()) &&
      node.patches.length === 0,
  )
