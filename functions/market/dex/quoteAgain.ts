import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import { decodeFunctionResult, encodeFunctionData, numberToHex, type Address, type Hex } from 'viem'
import { encodeCall } from '../../../shared/abi/encodeCall.ts'
import { multicall3Abi } from '../../../shared/abi/multicall3.ts'
import { isBytes } from '../../../shared/text/bytes.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { kindOf } from '../../../shared/chain/nodeErrors.ts'
import { ofChain } from '../../../shared/chain/rpc.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { encodePath, quoterAbi } from './routeCalls.ts'
import { type Candidate, routeOf } from './routesOf.ts'
import type { KnownPool, Route, Trade } from './Trade.ts'

/** Number of calls that share the quotes; each call gets all the gas that the node gives. */
const GROUPS = 4

/**
 * The pairing check of 13 pairs of zeros (EIP-197): 487 000 gas (EIP-1108) for almost no work. A pool that runs out of gas
 * leaves 1/64 of what there was to the quoter, and the quoter 1/64 to Multicall3 (EIP-150), together 1/32. So if this
 * succeeds after quotes that failed, they did not run out, or had some 16 million: more than one transaction may use (EIP-7825).
 */
const WITNESS = numberToHex(8, { size: 20 })
const WITNESS_INPUT: Hex = `0x${'00'.repeat(192 * 13)}`

/** Quotes that were repeated with all the gas of a node. */
interface QuotedAgain {
  readonly routes: readonly Route[]
  /** Whether some quotes failed and may have run out of gas, so that they prove nothing about their pools. */
  readonly isShort: boolean
}

/**
 * Repeats quotes at the same block, with all the gas that the node gives, in one request. Without Multicall3 the cause of a
 * failed quote is unknown, so none is repeated.
 */
export async function quoteAgain(
  chain: Chain,
  trade: Trade,
  candidates: readonly Candidate[],
  block: bigint,
): Promise<QuotedAgain> {
  const { multicall3 } = chain.config.contracts
  if (multicall3 === undefined) return { routes: [], isShort: true }
  const groups = Array.from({ length: GROUPS }, (_, i) => candidates.filter((_one, at) => at % GROUPS === i)).filter(
    (group) => group.length > 0,
  )
  const quoter = chain.role('dexQuoter')
  const calls = groups.map((group) => groupCall(multicall3, quoter, trade, group, numberToHex(block)))
  const isOfChain = ofChain(chain.config.chainId)
  const read = (replies: readonly RpcReply[]): QuotedAgain => {
    const quotes = groups.map((group, i) => readGroup(trade, group, replies[i + 1]))
    return { routes: quotes.flatMap(({ routes }) => routes), isShort: quotes.some(({ isShort }) => isShort) }
  }
  const replies = await chain.rpc.send([{ method: 'eth_chainId', params: [] }, ...calls], {
    // A node with more gas may give a definite result.
    judge(own) {
      const verdict = isOfChain(own)
      if (verdict !== 'usable') return verdict
      const { routes, isShort } = read(own)
      return isShort && routes.length === 0 ? 'unusable' : verdict
    },
  })
  return read(replies)
}

const functionOf = (kind: Trade['kind']) => (kind === 'exactInput' ? 'quoteExactInput' : 'quoteExactOutput')

function groupCall(to: Address, quoter: Address, trade: Trade, group: readonly Candidate[], block: Hex): RpcCall {
  const calls = [
    ...group.map(({ pools }) => ({ target: quoter, allowFailure: true, callData: quoteData(trade, pools) })),
    { target: WITNESS, allowFailure: true, callData: WITNESS_INPUT },
  ]
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  return { method: 'eth_call', params: [{ to, data }, block] }
}

function quoteData({ kind, amount }: Trade, pools: readonly KnownPool[]): Hex {
  const item = quoterAbi.find((entry) => entry.type === 'function' && entry.name === functionOf(kind))
  if (item?.type !== 'function') throw new Error('the quoter ABI has no such function')
  return encodeCall(item, [encodePath(pools, kind), amount])
}

/** The routes of a group. Throws upstream_failed if the node does not answer the calls. */
function readGroup(trade: Trade, group: readonly Candidate[], reply: RpcReply | undefined): QuotedAgain {
  if (!reply) throw new ApiError('upstream_failed')
  // The whole aggregate fails only for lack of gas, or because the node does not have the block.
  if ('error' in reply) {
    if (kindOf(reply.error) === 'failing') throw new ApiError('upstream_failed')
    return { routes: [], isShort: true }
  }
  const results = isBytes(reply.result) && reply.result !== '0x' ? decodeGroup(reply.result) : []
  const witness = results[group.length]
  if (!witness) throw new ApiError('upstream_failed')
  const routes = group.flatMap((candidate, i) => {
    const quotes = results[i]?.success ? quotesIn(trade, candidate.pools, results[i].returnData) : null
    return routeOf({ ...candidate, quotes }, trade) ?? []
  })
  const isAnyFailed = group.some((_, i) => !results[i]?.success)
  return { routes, isShort: isAnyFailed && !(witness.success && /^0x0{63}1$/.test(witness.returnData)) }
}

const decodeGroup = (data: Hex) => decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })

/** The quotes in a result, in the order of the pools; the first quote has the gas of all. */
function quotesIn({ kind }: Trade, pools: readonly KnownPool[], data: Hex): Candidate['quotes'] {
  const [amount, after, ticks, gas] = decodeFunctionResult({ abi: quoterAbi, functionName: functionOf(kind), data })
  if (after.length !== pools.length || ticks.length !== pools.length) throw new ApiError('upstream_failed')
  const ordered = after.map((price, i) => [amount, price, ticks[i] ?? 0, i === 0 ? gas : 0n] as const)
  return kind === 'exactInput' ? ordered : ordered.toReversed()
}
