import {
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  type Address,
  type Hex,
} from 'viem'
import { multicall3Abi } from '../abi/multicall3.ts'
import { ApiError } from '../http/ApiError.ts'
import { describeCalls, type Describe, type Graph, type Node, type Resolved, type Shape } from './calls.ts'
import { carryCalls } from './carryCalls.ts'
import type { ChainConfig, Role } from './config.ts'
import { Evaluation, type ReadyCall } from './evaluate.ts'
import lensCode from './lens/Lens.sol'
import { readAnswer, writeProgram, type Head } from './program.ts'
import type { Rpc, RpcCall, RpcReply } from './rpc.ts'

/** The block at which every value of an answer was read. */
export interface AsOf {
  readonly chainId: number
  readonly blockNumber: string
  readonly blockHash?: string
  readonly timestamp: number
  readonly source: 'rpc' | 'index' | 'stale'
  readonly behindBlocks?: number
}

export interface Chain {
  readonly config: ChainConfig
  readonly rpc: Rpc
  /** The address of a role. Throws role_not_configured where the configuration has none. */
  role(role: Role): Address
  /**
   * Reads a graph of calls at one block, in one upstream request: calls of configured contracts that need nothing of each
   * other as one Multicall3 aggregate, others through the lens. A call that reverts, or whose contract is of another kind, is null.
   *
   * `carried` are JSON-RPC calls that go in the same request, for what no contract can tell (the code at an address).
   *
   * Throws upstream_failed, upstream_timeout, upstream_rate_limited, rpc_not_configured; an outage is never a null.
   */
  read<S extends Shape>(
    description: (describe: Describe) => S,
    carried?: readonly RpcCall[],
  ): Promise<{ value: Resolved<S>; asOf: AsOf; carried: readonly RpcReply[] }>
}

/** Most steps along a list in rounds, where each step is a request. */
const LONGEST_LIST_IN_ROUNDS = 16

/** How long a node that refused the lens is read in rounds before it is asked again. */
const LENS_PAUSE_MS = 600_000

export function createChain(config: ChainConfig, rpc: Rpc, now: () => number = Date.now): Chain {
  let lensRefusedUntil = 0
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
    async read(description, calls = []) {
      const graph = describeCalls(description)
      const carrier = carryCalls(rpc, calls)
      const toAnswer = ({ evaluation, head }: { evaluation: Evaluation; head: Head }) => ({
        value: evaluation.resolve(graph.shape),
        asOf: asOf(head),
        carried: carrier.replies(),
      })
      if (!isPlain(graph.nodes, known) && now() >= lensRefusedUntil) {
        const answer = await readThroughLens(carrier.rpc, config.chainId, graph)
        if (answer) return toAnswer(answer)
        lensRefusedUntil = now() + LENS_PAUSE_MS
      }
      return toAnswer(await readInRounds(carrier.rpc, config.chainId, role('multicall3'), graph))
    },
  }
}

const asOf = (head: Head): AsOf => ({
  chainId: head.chainId,
  blockNumber: String(head.blockNumber),
  timestamp: head.timestamp,
  source: 'rpc',
})

/**
 * Whether every call can be made at once, of a contract that the configuration knows. Any other may use up all gas, which
 * an aggregate does not bound.
 */
const isPlain = (nodes: readonly Node[], known: ReadonlySet<string>): boolean =>
  nodes.every(
    (node) =>
      node.kind === 'call' &&
      typeof node.target === 'string' &&
      known.has(node.target.toLowerCase()) &&
      node.patches.length === 0,
  )

const lensAbi = parseAbi(['constructor(bytes program)'])

/** A graph that was read, and where. */
export interface Read {
  readonly evaluation: Evaluation
  readonly head: Head
}

/** The lens as creation code of an eth_call at a block. */
export const lensCall = (graph: Graph, block: bigint | 'latest'): RpcCall => {
  const data = encodeDeployData({ abi: lensAbi, bytecode: lensCode, args: [writeProgram(graph)] })
  return { method: 'eth_call', params: [{ data }, block === 'latest' ? block : numberToHex(block)] }
}

/** What the lens answered; undefined when the node refused to run it. */
export function readLens(graph: Graph, reply: RpcReply | undefined): Read | undefined {
  // Past the size of a deployable contract the lens reverts with its answer.
  const bytes = reply && ('result' in reply ? reply.result : reply.error.data)
  const answer = isHex(bytes) ? readAnswer(bytes) : undefined
  if (!answer) return undefined
  const evaluation = new Evaluation(() => answer.next())
  evaluation.walk(graph.nodes)
  return { evaluation, head: answer.head }
}

async function readThroughLens(rpc: Rpc, chainId: number, graph: Graph): Promise<Read | undefined> {
  const [reply] = await rpc.send([lensCall(graph, 'latest')], {
    judge: ([answer]) => ((readLens(graph, answer)?.head.chainId ?? chainId) === chainId ? 'usable' : 'unusable'),
  })
  return readLens(graph, reply)
}

/** Successive aggregates: the first at `block` or the newest, the others at the same one. */
export async function readInRounds(
  rpc: Rpc,
  chainId: number,
  multicall3: Address,
  graph: Graph,
  block?: bigint,
): Promise<Read> {
  let ready: ReadyCall[] = []
  const known = new Map<string, Hex | null>()
  let head: Head | undefined
  for (;;) {
    ready = []
    const evaluation = new Evaluation((inputs) => {
      const call = inputs()
      if (!call) return call
      const outcome = known.get(call.path)
      if (outcome === undefined) ready.push(call)
      return outcome
    }, LONGEST_LIST_IN_ROUNDS)
    evaluation.walk(graph.nodes)
    if (ready.length === 0 && head) return { evaluation, head }
    const round = await aggregate(rpc, chainId, multicall3, ready, head?.blockNumber ?? block)
    ready.forEach((call, i) => known.set(call.path, round.outcomes[i] ?? null))
    head ??= round.head
  }
}

const HEAD_CALLS = (['getChainId', 'getBlockNumber', 'getCurrentBlockTimestamp'] as const).map((functionName) =>
  encodeFunctionData({ abi: multicall3Abi, functionName }),
)

async function aggregate(
  rpc: Rpc,
  chainId: number,
  multicall3: Address,
  calls: readonly ReadyCall[],
  block: bigint | undefined,
): Promise<{ head: Head; outcomes: (Hex | null)[] }> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      [
        ...HEAD_CALLS.map((callData) => ({ target: multicall3, allowFailure: false, callData })),
        ...calls.map((call) => ({ target: call.target, allowFailure: true, callData: call.data })),
      ],
    ],
  })
  const read = (reply: RpcReply | undefined) => {
    if (!reply || !('result' in reply) || !isHex(reply.result) || reply.result === '0x') return undefined
    const [id, number, timestamp, ...results] = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data: reply.result,
    })
    if (!id || !number || !timestamp) return undefined
    const head = {
      chainId: Number(id.returnData),
      blockNumber: BigInt(number.returnData),
      timestamp: Number(timestamp.returnData),
    }
    return { head, outcomes: results.map((r) => (r.success ? r.returnData : null)) }
  }
  const params = [{ to: multicall3, data }, block === undefined ? 'latest' : numberToHex(block)]
  const replies = await rpc.send([{ method: 'eth_call', params }], {
    judge: ([reply]) => (read(reply)?.head.chainId === chainId ? 'usable' : 'unusable'),
  })
  const answer = read(replies[0])
  if (!answer) throw new ApiError('upstream_failed')
  return answer
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)
