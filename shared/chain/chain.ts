import type { RpcCall, RpcReply } from './RpcCall.ts'
import { type Address, numberToHex } from 'viem'
import { ApiError } from '../errors/ApiError.ts'
import { describeCalls, type Describe, type Node, type Resolved, type Shape } from './calls.ts'
import type { ChainConfig, Role } from './config.ts'
import { createLensMemory } from './createLensMemory.ts'
import { requestScope } from '../log/requestScope.ts'
import type { NamedBlock } from './namedBlock.ts'
import type { ReadHead } from './program.ts'
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
  return {
    config,
    rpc,
    role,
    async read(description, calls = [], at) {
      const graph = describeCalls(description)
      if (rpc.nodes === 0) throw new ApiError('rpc_not_configured')
      const pinned = at && {
        chainId: config.chainId,
        blockNumber: BigInt(at.blockNumber),
        timestamp: at.timestamp,
      }
      const scope = at ? undefined : requestScope.getStore()
      const named: NamedBlock | undefined = scope?.block === undefined ? undefined : { number: scope.block }
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
      // Multicall3 may have been deployed after the named block.
      const byLens = (named !== undefined || !isPlain(graph.nodes, known)) && lens.isAnywhere(rpc.nodes)
      const whole = { kind: 'lens', share: 4, nodes: graph.nodes, calls: [], room: 1 } as const
      const results = byLens ? await requestParts(source, [whole], pinned) : 'refused'
      const { evaluation, head } =
        results === 'refused'
          ? await readInRounds(source, graph, { ...NOTHING_KNOWN, head: pinned }, 'aggregate')
          : await finish(source, graph, { ...(pinned && { head: pinned }), ...(results[0] ?? { outcomes: [] }) })
      if (scope && named?.isFinal) scope.isFinal = true
      return { value: evaluation.resolve(graph.shape), asOf: asOf(head), carried: carried?.replies ?? [] }
    },
  }
}

/** A call at a block instead of the newest. */
const callAt = (block: bigint, { method, params }: RpcCall): RpcCall => ({
  method,
  params: params.map((param) => (param === 'latest' ? numberToHex(block) : param)),
})

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
