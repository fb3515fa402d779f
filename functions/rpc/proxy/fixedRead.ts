import type { RpcCall } from '../../../schema/rpc/proxy.ts'
import { isRecord, isHash, quantity } from './quantity.ts'

/**
 * When the answer to a call can no longer change: from the start (`always`), as soon as a block is final, or as soon as the
 * block is that the answer names (`its own`). Of a range of logs that is never known (`never`): a node that has not reached
 * its end gives those up to where it stands, and does not say so.
 */
export type Settles = 'always' | 'its own' | 'never' | bigint

/** Where methods take the block that they read at. */
const BLOCK_AT: ReadonlyMap<string, number> = new Map([
  ['eth_call', 1],
  ['eth_estimateGas', 1],
  ['eth_createAccessList', 1],
  ['eth_getBalance', 1],
  ['eth_getCode', 1],
  ['eth_getTransactionCount', 1],
  ['eth_getStorageAt', 2],
  ['eth_getProof', 2],
  ['eth_getBlockByNumber', 0],
  ['eth_getBlockReceipts', 0],
])
const BY_HASH = ['eth_getBlockByHash']
const BY_TRANSACTION = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']

/** When the answer to a call settles; undefined of one whose answer depends on the moment. */
export function settlesWhen({ method, params }: RpcCall): Settles | undefined {
  if (BY_HASH.includes(method)) return 'always'
  if (BY_TRANSACTION.includes(method)) return 'its own'
  if (method === 'eth_getLogs') return ofFilter(params[0])
  const at = BLOCK_AT.get(method)
  return at === undefined ? undefined : ofBlock(params[at])
}

/** A block by number, by hash, or by either in an object (EIP-1898). */
function ofBlock(block: unknown): Settles | undefined {
  if (isRecord(block)) {
    // Whether a block still belongs to the chain depends on the moment.
    if (block['requireCanonical'] === true) return undefined
    return isHash(block['blockHash']) ? 'always' : quantity(block['blockNumber'])
  }
  return isHash(block) ? 'always' : quantity(block)
}

function ofFilter(filter: unknown): Settles | undefined {
  if (!isRecord(filter)) return undefined
  if (isHash(filter['blockHash'])) return 'always'
  return ['fromBlock', 'toBlock'].every((end) => quantity(filter[end]) !== undefined) ? 'never' : undefined
}

/** The block that a transaction or its receipt names. */
export const blockOf = (result: unknown): bigint | undefined =>
  isRecord(result) ? quantity(result['blockNumber']) : undefined
