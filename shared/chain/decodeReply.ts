import type { RpcCall, RpcReply } from './RpcCall.ts'
import { isAddress, isHash, isHex, type Hash, type Hex } from 'viem'
import { ApiError } from '../errors/ApiError.ts'
import type { BlockMark, IndexedLog } from './IndexedLog.ts'

/** A log as the node sends it; `blockTime` is null if it omits `blockTimestamp`. */
export type NodeLog = Omit<IndexedLog, 'stream' | 'blockTime'> & { readonly blockTime: number | null }

/** The block of an eth_getBlockByNumber reply; null if the node has none. Throws upstream_failed on anything else. */
export function decodeBlock(reply: RpcReply): BlockMark | null {
  if ('error' in reply) throw new ApiError('upstream_failed')
  if (reply.result === null) return null
  const { number, hash, timestamp } = fieldsOf(reply.result)
  return { number: integer(number), hash: hash32(hash), time: integer(timestamp) }
}

/** The logs of an eth_getLogs result; throws upstream_failed if it is not one. */
export function decodeLogs(result: unknown): NodeLog[] {
  if (!Array.isArray(result)) throw new ApiError('upstream_failed')
  return result
    .map(fieldsOf)
    .filter((log) => log.removed !== true)
    .map((log) => {
      const { address, topics, data } = log
      if (!isText(address) || !isAddress(address, { strict: false })) throw new ApiError('upstream_failed')
      if (!Array.isArray(topics) || !topics.every((t): t is Hash => isText(t) && isHash(t)))
        throw new ApiError('upstream_failed')
      if (!isHex(data)) throw new ApiError('upstream_failed')
      return {
        address,
        topics,
        data,
        blockNumber: integer(log.blockNumber),
        logIndex: integer(log.logIndex),
        blockHash: hash32(log.blockHash),
        txHash: hash32(log.transactionHash),
        blockTime: isHex(log.blockTimestamp) ? integer(log.blockTimestamp) : null,
      }
    })
}

export const quantity = (n: number): Hex => `0x${n.toString(16)}`

const isText = (value: unknown): value is string => typeof value === 'string'

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) throw new ApiError('upstream_failed')
  return { ...value }
}

function integer(value: unknown): number {
  const n = isHex(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(n)) throw new ApiError('upstream_failed')
  return n
}

function hash32(value: unknown): Hash {
  if (!isText(value) || !isHash(value)) throw new ApiError('upstream_failed')
  return value
}

/**
 * Whether a node refused eth_getLogs because of its range: -32005 is EIP-1474's "limit exceeded"; providers also use
 * other codes.
 */
export const isTooWide = ({ code, message }: { code: number; message: string }): boolean =>
  code === -32005 || /range|too (many|large|big|wide)|exceed|limit|more than|response size|time(d )?out/i.test(message)

/** Requests block 0, whose hash distinguishes chains with the same id. */
export const GENESIS_CALL: RpcCall = { method: 'eth_getBlockByNumber', params: ['0x0', false] }

/** The hash in a reply to GENESIS_CALL; null if the node does not give it. */
export function genesisIn(reply: RpcReply | undefined): Hash | null {
  if (!reply || !('result' in reply)) return null
  try {
    return decodeBlock(reply)?.hash ?? null
  } catch {
    return null
  }
}
