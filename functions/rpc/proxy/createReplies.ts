import type { RpcCall } from '../../../schema/rpc/proxy.ts'
import type { Memory } from '../../../shared/cache/Memory.ts'
import { SingleFlight } from '../../../shared/cache/SingleFlight.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import type { Heights } from './createHeights.ts'
import { isHash, isRecord, quantity } from './quantity.ts'
import type { Outcome } from './upstream/postOne.ts'

/** Share of the isolate's memory. */
const KEPT_BYTES = 4 * 1024 * 1024
const KEPT_MS = 3_600_000
/** A longer result is not kept, and a longer call is neither kept nor shared. */
const MAX_RESULT = 131_072
const MAX_KEY = 4096

export interface FixedRead {
  /** The call, without its id. */
  readonly key: string
  readonly settles: Settles
}

/** Fixed reads of one chain in an isolate: those under way, and results that can no longer change. */
export interface Replies {
  /** Undefined of a call whose answer depends on the moment, or that is too long. */
  read(call: RpcCall): FixedRead | undefined
  /** The JSON text of a result. */
  kept(read: FixedRead): string | undefined
  /** Keeps a result as soon as it is known that it cannot change; never null, which only says that nothing is there yet. */
  keep(read: FixedRead, result: unknown): Promise<void>
  isRunning(read: FixedRead): boolean
  /** The outcome of the same read of another request; undefined if none is under way. Throws what that read throws. */
  join(read: FixedRead): Promise<{ readonly value: Outcome } | undefined>
  /** Begins a read for everyone who joins it, which goes on when its own client is gone. Throws what the read throws. */
  lead(read: FixedRead, work: () => Promise<Outcome>, waitUntil: WaitUntil): Promise<Outcome>
}

export function createReplies(chainId: number, heights: Heights, texts: ReplyTexts, now: () => number): Replies {
  const flights = new SingleFlight<Outcome>()

  const isSettled = async (settles: Exclude<Settles, 'never'>, result: unknown): Promise<boolean> => {
    if (settles === 'always') return true
    const block = settles === 'its own' ? blockOf(result) : settles
    return block !== undefined && heights.isFinal(block)
  }

  return {
    read(call) {
      const settles = settlesWhen(call)
      if (settles === undefined) return undefined
      const key = `${chainId} ${JSON.stringify([call.method, call.params])}`
      return key.length <= MAX_KEY ? { key, settles } : undefined
    },
    kept: ({ key }) => texts.get(key),
    async keep({ key, settles }, result) {
      if (result === null || settles === 'never') return
      const text = JSON.stringify(result)
      if (text.length <= MAX_RESULT && (await isSettled(settles, result))) texts.set(key, text, now() + KEPT_MS)
    },
    isRunning: ({ key }) => flights.has(key),
    join: ({ key }) => flights.join(key),
    lead: ({ key }, work, waitUntil) => flights.lead(key, work, waitUntil),
  }
}

export type ReplyTexts = ReturnType<typeof replyTexts>

/** One cache for all chains: a key begins with its chain. */
export const replyTexts = (memory: Memory) => memory.cache<string>(KEPT_BYTES, (text) => 2 * text.length)

/**
 * When the answer to a call can no longer change: from the start (`always`), as soon as a block is final, or as soon as the
 * block is that the answer names (`its own`). Of a range of logs that is never known (`never`): a node that has not reached
 * its end gives those up to where it stands, and does not say so.
 */
type Settles = 'always' | 'its own' | 'never' | bigint

/** Index of the parameter that is the block of the read, by method. */
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
function settlesWhen({ method, params }: RpcCall): Settles | undefined {
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
const blockOf = (result: unknown): bigint | undefined =>
  isRecord(result) ? quantity(result['blockNumber']) : undefined
