import { type Address, type Hash, isAddressEqual, isHash } from 'viem'
import * as z from 'zod'
import { CALL_WINDOW } from '../../../schema/build/status.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { decodeBlock, decodeLogs, quantity } from '../../../shared/chain/decodeReply.ts'
import { ofChain, type Verdict } from '../../../shared/chain/rpc.ts'
import type { BlockMark } from '../../../shared/chain/IndexedLog.ts'
import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { TooLong } from '../../../shared/text/readBounded.ts'
import { attempt } from './describeCalls.ts'
import type { SentCall } from './Kind.ts'
import { Sent } from './readTransaction.ts'
import { callsOfWallet, logsOfSender, operationsIn } from './userOperations.ts'

/** A call as its builder answered it. */
export interface Wanted extends SentCall {
  readonly from: Address
}

export interface Search {
  readonly asOf: AsOf
  /** The newest transaction with the call; null if no searched block has one. */
  readonly transaction: Hash | null
  /** The first and the last block that were searched. */
  readonly searched: { readonly fromBlock: string; readonly toBlock: string }
  /** Transactions of the sender that the node has and no block does. */
  readonly waiting: number
}

/** Blocks between two counts of the first pass: their square is the window. */
const STRIDE = Math.sqrt(CALL_WINDOW)
/** Parts of the window, blocks, and bundles that are read; the newest ones, if there are more. */
const MOST = { spans: 3, blocks: 8, bundles: 8 }
/** Bytes of a reply: whole blocks are long. */
const MOST_BYTES = 8_388_608

/**
 * Finds a call in the newest blocks: in transactions of its sender, whose nonce says which blocks have one, and in user
 * operations of its sender, which the EntryPoints log. At most four upstream requests, each bounded.
 *
 * Throws what a chain read throws.
 */
export async function findCall(chain: Chain, wanted: Wanted): Promise<Search> {
  const { from } = wanted
  const count = (block: string): RpcCall => ({ method: 'eth_getTransactionCount', params: [from, block] })
  const counted = (at: number): RpcCall => count(quantity(at))
  const { head, pending } = await readHead(chain, count('pending'))
  const points = pointsTo(head.number)
  const { counts, logs } = await askAt(
    chain,
    head,
    [...points.map(counted), logsOfSender(from, points[0] ?? 0, head.number)],
    (replies) => ({
      // A node without the state of older blocks has an error for them.
      counts: replies
        .slice(0, points.length)
        .map((reply, i) => (i === points.length - 1 ? integer(reply) : known(reply))),
      logs: decodeLogs(resultOf(replies.at(-1))),
    }),
  )
  // The oldest state of the node is within this part, whose blocks are then read one by one.
  const readable = counts.lastIndexOf(null) + 1
  const partial = readable - 1
  let start = points[Math.max(partial, 0)] ?? head.number
  const since = (block: number) => (start = Math.max(start, block))

  const changed = points.slice(1).flatMap((end, at) => {
    const isReadable = at >= partial && counts[at] !== counts[at + 1]
    return isReadable ? [{ begin: points[at] ?? 0, end, isPartial: at === partial }] : []
  })
  const spans = newest(changed, MOST.spans, ({ end }) => since(end))
  const inner = spans.flatMap(({ begin, end, isPartial }) =>
    range(begin, end).map((block) => ({ block, mayLack: isPartial && block < end })),
  )
  const steps =
    inner.length === 0
      ? []
      : await askAt(
          chain,
          head,
          inner.map(({ block }) => counted(block)),
          (replies) => replies.map((reply, i) => (inner[i]?.mayLack ? known(reply) : integer(reply))),
        )
  const lacking = steps.lastIndexOf(null)
  if (lacking >= 0) since(inner[lacking + 1]?.block ?? head.number)
  const sending = inner.flatMap(({ block }, i) =>
    block > start && inner[i - 1]?.block === block - 1 && steps[i - 1] !== steps[i] ? [block] : [],
  )
  const blocks = newest(sending, MOST.blocks, since)
  const bundled = [...new Map(logs.map(({ txHash, blockNumber }) => [txHash, blockNumber]))]
  const bundles = newest(bundled, MOST.bundles, ([, block]) => since(block))

  const found =
    blocks.length + bundles.length === 0
      ? []
      : await readSent(
          chain,
          head,
          blocks,
          bundles.map(([hash]) => hash),
        )
  const read = found.map((one) => ({ ...one, ...callsOf(one, from) }))
  const match = read.find(({ calls }) => calls.some((call) => isSame(call, wanted)))
  // A transaction whose calls are not all decoded may contain the call.
  const opaque = match ? undefined : read.find(({ isWhole }) => !isWhole)
  if (opaque) since(Number(opaque.sent.blockNumber ?? 0n))
  // Not even the newest block was searched.
  if (!match && start >= head.number && head.number > 0) throw new ApiError('upstream_failed')
  return {
    asOf: {
      chainId: chain.config.chainId,
      blockNumber: String(head.number),
      blockHash: head.hash,
      timestamp: head.time,
      source: 'rpc',
    },
    transaction: match?.hash ?? null,
    searched: { fromBlock: String(Math.min(start + 1, head.number)), toBlock: String(head.number) },
    waiting: Math.max(0, pending - (counts.at(-1) ?? pending)),
  }
}

/** Ends of the parts of the window, the block before it first. */
function pointsTo(head: number): number[] {
  const start = Math.max(0, head - CALL_WINDOW)
  const points = range(start, head).filter((block) => (block - start) % STRIDE === 0)
  return points.at(-1) === head ? points : [...points, head]
}

const range = (begin: number, end: number): number[] => Array.from({ length: end - begin + 1 }, (_, i) => begin + i)

/** The last `most` of ascending values. `cut` gets the last of those that are left out. */
function newest<T>(values: readonly T[], most: number, cut: (left: T) => void): readonly T[] {
  const left = values.at(-most - 1)
  if (left !== undefined) cut(left)
  return values.slice(-most)
}

/** The transactions of whole blocks, and those with hashes; the newest first. */
async function readSent(chain: Chain, head: BlockMark, blocks: readonly number[], hashes: readonly Hash[]) {
  const calls = [
    ...hashes.map((hash): RpcCall => ({ method: 'eth_getTransactionByHash', params: [hash] })),
    ...blocks.map((block): RpcCall => ({ method: 'eth_getBlockByNumber', params: [quantity(block), true] })),
  ]
  return askAt(chain, head, calls, (replies) =>
    replies
      .flatMap((reply, i) => {
        const isBundle = i < hashes.length
        const all = isBundle ? [resultOf(reply)] : Block.parse(resultOf(reply)).transactions
        return all.map((one) => ({ ...Placed.parse(one), sent: required(Sent.parse(one)), isBundle }))
      })
      .toSorted(
        (a, b) =>
          Number((b.sent.blockNumber ?? 0n) - (a.sent.blockNumber ?? 0n)) || b.transactionIndex - a.transactionIndex,
      ),
  )
}

const Placed = z.object({
  hash: z.custom<Hash>((value) => typeof value === 'string' && isHash(value)),
  transactionIndex: z.string().transform(Number).pipe(z.int()),
})
const Block = z.object({ transactions: z.array(z.unknown()) })

type Read = Awaited<ReturnType<typeof readSent>>[number]

/**
 * The calls that a transaction makes for a sender: its own, those that it makes the sender execute, and its user operations.
 * `isWhole`: all of them are known. A bundle has too many operations, or goes through another contract; or a wallet is of
 * an unknown kind.
 */
function callsOf({ sent: { from, to, input, value }, isBundle }: Read, sender: Address) {
  if (to === null) return { calls: [], isWhole: !isBundle }
  const whole = { to, data: input, value }
  const isOwn = isAddressEqual(from, sender)
  const executed = isOwn && isAddressEqual(to, sender) && input !== '0x' ? callsOfWallet(input) : []
  const operations = operationsIn(whole, [])?.operations.filter((one) => isAddressEqual(one.sender, sender)) ?? []
  return {
    calls: [...(isOwn ? [whole] : []), ...(executed ?? []), ...operations.flatMap(({ calls }) => calls)],
    isWhole: executed !== null && operations.every(({ isKnown }) => isKnown) && (!isBundle || operations.length > 0),
  }
}

const isSame = (call: SentCall, { to, data, value }: Wanted): boolean =>
  isAddressEqual(call.to, to) && call.value === value && call.data.toLowerCase() === data.toLowerCase()

/** The newest block, by which nodes are compared, and how many transactions the sender has sent, those in no block too. */
async function readHead({ rpc, config }: Chain, pending: RpcCall) {
  const isOfChain = ofChain(config.chainId)
  const read = ([, block, all]: readonly RpcReply[]) => ({
    head: required(block && decodeBlock(block)),
    pending: integer(all),
  })
  const calls = [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    pending,
  ]
  const judge = (replies: readonly RpcReply[]): Verdict => {
    const verdict = isOfChain(replies)
    if (verdict !== 'usable') return verdict
    const head = attempt(() => read(replies).head)
    return head ? { blockNumber: BigInt(head.number), timestamp: head.time } : 'unsupported'
  }
  return read(await rpc.send(calls, { judge }))
}

/**
 * Results of calls to a node that has this block. If a node lacks the block, or one of the results (such
 * as logs of so many blocks), the next node is queried. Throws upstream_failed if none has all of them, or if they are too long.
 */
async function askAt<T>(
  { rpc }: Chain,
  { number, hash }: BlockMark,
  calls: readonly RpcCall[],
  read: (replies: readonly RpcReply[]) => T,
): Promise<T> {
  const parse = ([block, ...replies]: readonly RpcReply[]) =>
    attempt(() => (block && decodeBlock(block)?.hash === hash ? read(replies) : null))
  const judge = (replies: readonly RpcReply[]): Verdict => (parse(replies) === null ? 'unsupported' : 'usable')
  const all = [{ method: 'eth_getBlockByNumber', params: [quantity(number), false] }, ...calls]
  const replies = await rpc.send(all, { judge, maxBytes: MOST_BYTES }).catch((error: unknown) => {
    throw error instanceof TooLong ? new ApiError('upstream_failed') : error
  })
  return required(parse(replies))
}

function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new ApiError('upstream_failed')
  return value
}

function resultOf(reply: RpcReply | undefined): unknown {
  if (!reply || !('result' in reply)) throw new ApiError('upstream_failed')
  return reply.result
}

function integer(reply: RpcReply | undefined): number {
  const result = resultOf(reply)
  const found = typeof result === 'string' ? Number(result) : Number.NaN
  if (!Number.isSafeInteger(found)) throw new ApiError('upstream_failed')
  return found
}

const known = (reply: RpcReply): number | null => ('error' in reply ? null : integer(reply))
