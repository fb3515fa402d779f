import { getAddress, isAddress, type Address, type Hex } from 'viem'
import * as z from 'zod'
import { decodeBlock } from '../../../shared/chain/decodeReply.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ofChain, type Verdict } from '../../../shared/chain/rpc.ts'
import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { isBytes } from '../../../shared/text/bytes.ts'

const bytes = z.custom<Hex>(isBytes)
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)
const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }))
  .transform((text): Address => getAddress(text))
/** A transaction as a node answers it. */
export const Sent = z
  .object({
    from: address,
    to: address.nullish().transform((to) => to ?? null),
    input: bytes,
    value: quantity,
    nonce: quantity,
    gas: quantity,
    blockNumber: quantity.nullish(),
  })
  .nullable()
const Receipt = z
  .object({
    status: z.enum(['0x0', '0x1']),
    blockNumber: quantity,
    blockHash: bytes,
    gasUsed: quantity,
    logs: z.array(z.unknown()),
  })
  .nullable()

export type SentTransaction = NonNullable<z.output<typeof Sent>>
export type Receipt = NonNullable<z.output<typeof Receipt>>

/** A transaction as the nodes have it at one block. */
export interface TransactionRead {
  readonly asOf: AsOf
  /** Null if no queried node has it. */
  readonly sent: SentTransaction | null
  /** Null while it is in no block. */
  readonly receipt: Receipt | null
  /** The newest block that is final; null if the node does not report it. */
  readonly final: bigint | null
}

const callsFor = (hash: Hex): RpcCall[] => [
  { method: 'eth_chainId', params: [] },
  { method: 'eth_getTransactionByHash', params: [hash] },
  { method: 'eth_getTransactionReceipt', params: [hash] },
  { method: 'eth_getBlockByNumber', params: ['finalized', false] },
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
]

/**
 * Reads a transaction and its receipt in one upstream request; if a node does not have it, the next one is
 * queried. Throws upstream_failed, also for a transaction in a block without its receipt, and what a chain read throws.
 */
export async function readTransaction({ rpc, config }: Chain, hash: Hex): Promise<TransactionRead> {
  const { chainId } = config
  const judge = (replies: readonly RpcReply[]): Verdict => {
    const verdict = ofChain(chainId)(replies)
    if (verdict !== 'usable') return verdict
    const { asOf, sent } = readReplies(replies, chainId)
    if (!sent) return 'unsupported'
    return { blockNumber: BigInt(asOf.blockNumber), timestamp: asOf.timestamp }
  }
  return readReplies(await rpc.send(callsFor(hash), { judge }), chainId)
}

function readReplies(replies: readonly RpcReply[], chainId: number): TransactionRead {
  const [, sentReply, receiptReply, finalReply, latestReply] = replies
  const [sent, receipt] = [answered(Sent, sentReply), answered(Receipt, receiptReply)]
  // One without the other: the node is just now taking in a block.
  if ((sent === null && receipt !== null) || (sent?.blockNumber != null && receipt === null))
    throw new ApiError('upstream_failed')
  const latest = latestReply && decodeBlock(latestReply)
  if (!latest) throw new ApiError('upstream_failed')
  const { number, hash, time } = latest
  return {
    asOf: { chainId, blockNumber: String(number), blockHash: hash, timestamp: time, source: 'rpc' },
    sent,
    receipt,
    final: finalReply && 'result' in finalReply ? finalOf(finalReply) : null,
  }
}

function finalOf(reply: RpcReply): bigint | null {
  const block = decodeBlock(reply)
  return block && BigInt(block.number)
}

function answered<T>(schema: z.ZodType<T>, reply: RpcReply | undefined): T {
  const parsed = schema.safeParse(reply && 'result' in reply ? reply.result : undefined)
  if (!parsed.success) throw new ApiError('upstream_failed')
  return parsed.data
}
