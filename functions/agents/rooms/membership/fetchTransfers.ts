import type { RpcCall, RpcReply } from '../../../../shared/chain/RpcCall.ts'
import { pad, type Address } from 'viem'
import { decodeBlock, decodeLogs, isTooWide, quantity } from '../../../../shared/chain/decodeReply.ts'
import type { Chain } from '../../../../shared/chain/chain.ts'
import type { BlockMark } from '../../../../shared/chain/IndexedLog.ts'
import { ofChain } from '../../../../shared/chain/rpc.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { decodeEvent } from '../../../../shared/events/decodeEvent.ts'
import type { ShareTransfer } from '../../store/shareTransfers.ts'
import { lower } from '../../../../shared/text/address.ts'
import { shareTokenEventsAbi, TRANSFER } from '../../../../shared/domain/token/shareTokenAbi.ts'

interface TransferQuery {
  readonly token: Address
  readonly wallet: Address
  /** The range of blocks, both included; empty if `from` is above `to`. */
  readonly from: number
  readonly to: number
  /** Blocks whose hash and time are wanted. */
  readonly blocks: readonly number[]
}

/**
 * Transfers of a token by and to a wallet in a range of blocks, newest first, and some blocks' marks (null for one
 * that the node does not have), in one upstream request to a node that has reached the end of the range. `too wide` if
 * the node wants a narrower range. Throws the errors of the RPC client.
 */
export async function fetchTransfers(
  { rpc, config }: Chain,
  { token, wallet, from, to, blocks }: TransferQuery,
): Promise<{ transfers: ShareTransfer[]; marks: (BlockMark | null)[] } | 'too wide'> {
  const party = pad(lower(wallet))
  const range = { address: token, fromBlock: quantity(from), toBlock: quantity(to) }
  const filters = from > to ? [] : [{ topics: [TRANSFER, party] }, { topics: [TRANSFER, null, party] }]
  const calls: RpcCall[] = [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_blockNumber', params: [] },
    ...blocks.map((block) => ({ method: 'eth_getBlockByNumber', params: [quantity(block), false] })),
    ...filters.map((filter) => ({ method: 'eth_getLogs', params: [{ ...range, ...filter }] })),
  ]
  const isOfChain = ofChain(config.chainId)
  const decode = ([, newest, ...replies]: readonly RpcReply[]) => {
    // A node that has not come as far would silently leave out the newest transfers.
    if (!newest || !('result' in newest) || !(Number(newest.result) >= to)) throw new ApiError('upstream_failed')
    const logs = replies.slice(blocks.length)
    if (logs.some((reply) => 'error' in reply && isTooWide(reply.error))) return 'too wide'
    return { transfers: merge(logs.map(transfersIn)), marks: replies.slice(0, blocks.length).map(decodeBlock) }
  }
  const replies = await rpc.send(calls, {
    judge(own) {
      const verdict = isOfChain(own)
      if (verdict === 'usable') decode(own)
      return verdict
    },
  })
  return decode(replies)
}

function transfersIn(reply: RpcReply): ShareTransfer[] {
  if ('error' in reply) throw new ApiError('upstream_failed')
  return decodeLogs(reply.result).flatMap((log) => {
    const event = decodeEvent(shareTokenEventsAbi, log)
    if (event?.eventName !== 'Transfer' || event.args.value === 0n) return []
    const { blockNumber, logIndex, blockTime } = log
    return [{ blockNumber, logIndex, blockTime, ...event.args }]
  })
}

/** Newest first; one that a wallet made to itself is in both lists, and counts once. */
function merge(lists: readonly ShareTransfer[][]): ShareTransfer[] {
  const byPosition = new Map(lists.flat().map((one) => [`${one.blockNumber} ${one.logIndex}`, one]))
  return [...byPosition.values()].sort((a, b) => b.blockNumber - a.blockNumber || b.logIndex - a.logIndex)
}
