import { setTimeout as sleep } from 'node:timers/promises'
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import { erc20Abi } from '../../shared/abi/standards.ts'
import type { Rpc, Verdict } from '../../shared/chain/rpc.ts'
import type { RpcReply } from '../../shared/chain/RpcCall.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'

/** The EVM side of the bridge to an SVM chain. `scalars` returns the scalar of a route, 0 if there is no route. */
const tokenBridgeAbi = parseAbi(['function scalars(address localToken, bytes32 remoteToken) view returns (uint256)'])

/** An ERC-20's own values; null if it does not return them. */
export interface TokenFacts {
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
}

/** The chain of a bridge's EVM side. */
export interface Evm {
  readToken(token: Address): Promise<TokenFacts>
  /** The scalar of each route from `token`, in the order of the mints (32 bytes each); 0 if there is no route. */
  readScalars(bridge: Address, token: Address, mints: readonly Hex[]): Promise<bigint[]>
}

interface Call {
  readonly to: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}

/**
 * Reads the chain `chainId` through `rpc`; each read is one HTTP request that also asks for the chain's id, and a node
 * of another chain is skipped for the next one.
 *
 * Its reads throw rpc_not_configured, upstream_failed, upstream_timeout, upstream_rate_limited, and
 * deploy_env_not_configured if all nodes are of other chains, or there is no bridge.
 */
export function createEvm(rpc: Rpc, chainId: number): Evm {
  /** Nodes whose last answer said that they are of another chain. */
  const others = new Set<number>()

  async function read(calls: readonly Call[]): Promise<unknown[]> {
    const judge = ([id]: readonly RpcReply[], node: number): Verdict => {
      const found = id !== undefined && 'result' in id && isHex(id.result) ? Number(id.result) : undefined
      if (found !== undefined && found !== chainId) others.add(node)
      else others.delete(node)
      return found === chainId ? 'usable' : 'unusable'
    }
    const requests = calls.map(({ to, ...call }) => ({
      method: 'eth_call',
      params: [{ to, data: encodeFunctionData(call) }, 'latest'],
    }))
    const [, ...replies] = await rpc
      .send([{ method: 'eth_chainId', params: [] }, ...requests], { judge })
      .catch((error: unknown) => {
        if (others.size === 0 || others.size < rpc.nodes) throw error
        throw new ApiError('deploy_env_not_configured', `deployEnv: this provisioner has no node for chain ${chainId}`)
      })
    return calls.map((call, i) => decode(call, replies[i]))
  }

  return {
    async readToken(token) {
      const of = (functionName: string): Call => ({ to: token, abi: erc20Abi, functionName })
      const [name, symbol, decimals] = await read([of('name'), of('symbol'), of('decimals')])
      return {
        name: typeof name === 'string' ? name : null,
        symbol: typeof symbol === 'string' ? symbol : null,
        decimals: typeof decimals === 'number' ? decimals : null,
      }
    },

    async readScalars(bridge, token, mints) {
      const scalars = await read(
        mints.map((mint) => ({ to: bridge, abi: tokenBridgeAbi, functionName: 'scalars', args: [token, mint] })),
      )
      return scalars.map((scalar) => {
        if (typeof scalar === 'bigint') return scalar
        throw new ApiError('deploy_env_not_configured', `deployEnv: the bridge on chain ${chainId} does not answer`)
      })
    },
  }
}

/** The value, or null for a call that reverted or reached another kind of contract. */
function decode({ abi, functionName }: Call, reply: RpcReply | undefined): unknown {
  const data = reply === undefined ? null : resultOf(reply)
  if (data === null) return null
  try {
    return decodeFunctionResult({ abi, functionName, data })
  } catch {
    return null
  }
}

/** An error reply is an outage unless the node says that the call reverted (code 3, or -32000 with that word). */
function resultOf(reply: RpcReply): Hex | null {
  if ('result' in reply) return isHex(reply.result) ? reply.result : null
  if (reply.error.code === 3 || /revert/i.test(reply.error.message)) return null
  throw new ApiError('upstream_failed')
}

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 10_000

/**
 * Waits, at most `waitMs`, until a route has a scalar, and returns it. It must be exactly `expected`: the bridge sets
 * it once, to ten to the power of the exponent with which the mint was made.
 *
 * Throws scalar_mismatch; route_unconfirmed if it is still 0; the error of `read` if that failed until the end.
 */
export async function waitForScalar(
  read: () => Promise<bigint>,
  expected: bigint,
  waitMs: number,
  signal: AbortSignal,
): Promise<bigint> {
  const deadline = Date.now() + waitMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const scalar = await read().catch((error: unknown) => {
      // An outage is not a missing route: it passes, or is reported as what it is.
      if (error instanceof ApiError && isPassing(error)) return error
      throw error
    })
    if (scalar === expected) return scalar
    if (typeof scalar === 'bigint' && scalar !== 0n) throw mismatch(scalar, expected)
    const left = deadline - Date.now()
    if (left <= 0) throw scalar instanceof ApiError ? scalar : new ApiError('route_unconfirmed')
    await sleep(Math.min(pause, left), undefined, { signal })
  }
}

/** The route exists with another scalar than requested; a scalar cannot be changed. */
export const mismatch = (scalar: bigint, expected: bigint): ApiError =>
  new ApiError('scalar_mismatch', `scalerExponent: the bridge has registered the scalar ${scalar}, not ${expected}`)

const isPassing = (error: ApiError): boolean => error.code.startsWith('upstream_')
