import { isAddressEqual, numberToHex } from 'viem'
import * as z from 'zod'
import { answerEnsCall, Reverted } from './answerEnsCall.ts'
import type { KnownWallets } from './KnownWallets.ts'

const Request = z.object({
  id: z.union([z.int(), z.string()]),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
const Transfers = z.object({
  toAddress: z.templateLiteral(['0x', z.string()]),
  category: z.array(z.enum(['external', 'internal'])),
  order: z.literal('asc'),
  maxCount: z.literal('0x1'),
  withMetadata: z.literal(true),
  excludeZeroValue: z.literal(true),
})
const Call = z.object({ to: z.templateLiteral(['0x', z.string()]), data: z.templateLiteral(['0x', z.string()]) })

/** A node of a chain: single requests and batches. Chains other than Ethereum list no transfers within transactions. */
export function answerRpc(known: KnownWallets, chainId: number, body: unknown): unknown {
  const answer = (one: unknown): object => {
    const { id, method, params } = Request.parse(one)
    try {
      return { jsonrpc: '2.0', id, result: resultOf(known, chainId, method, params) }
    } catch (error) {
      const message = error instanceof Error ? error.message : 'failed'
      const data = error instanceof Reverted ? { data: error.data } : {}
      return { jsonrpc: '2.0', id, error: { code: error instanceof Reverted ? 3 : -32602, message, ...data } }
    }
  }
  return Array.isArray(body) ? body.map(answer) : answer(body)
}

function resultOf(known: KnownWallets, chainId: number, method: string, [first]: readonly unknown[]): unknown {
  if (method === 'eth_chainId') return numberToHex(chainId)
  if (method === 'eth_getCode') return known.code.get(String(first), chainId) ?? '0x'
  if (method === 'eth_call') return answerEnsCall(known, chainId, Call.parse(first))
  if (method !== 'alchemy_getAssetTransfers') throw new Error(`the method ${method} does not exist`)
  const { toAddress, category } = Transfers.parse(first)
  if (category.includes('internal') && chainId !== 1) throw new Error("The 'internal' category is not supported here")
  const funding = known.fundings.get(toAddress, chainId)
  if (!funding || isAddressEqual(funding.from, toAddress)) return { transfers: [] }
  const { from, txHash, blockNumber, timestamp } = funding
  return {
    transfers: [
      {
        blockNum: numberToHex(blockNumber),
        uniqueId: `${txHash}:external`,
        hash: txHash,
        from: from.toLowerCase(),
        to: toAddress.toLowerCase(),
        value: 0.01,
        asset: 'ETH',
        category: 'external',
        metadata: { blockTimestamp: new Date(1000 * timestamp).toISOString() },
      },
    ],
    pageKey: '6a7c1b5e',
  }
}
