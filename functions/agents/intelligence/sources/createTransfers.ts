import { type Address, isAddressEqual, isHex } from 'viem'
import * as z from 'zod'
import { askJson } from '../../../../shared/provider/askService.ts'
import { address, hash } from '../../../../shared/provider/portfolio/Portfolio.ts'
import { parseProvider, ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import type { FirstFunder } from '../ports.ts'

export interface Transfers {
  readonly firstFunder: FirstFunder
  /** The code at an address. Throws ProviderFailure. */
  code(address: Address, signal: AbortSignal): Promise<string>
}

const quantity = z.string().regex(/^0x[0-9a-f]{1,16}$/i)
const Reply = z.object({
  id: z.literal(1),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).nullish(),
})
const Listed = z.object({
  transfers: z
    .array(
      z.object({
        blockNum: quantity,
        hash,
        from: address,
        to: address,
        metadata: z.object({ blockTimestamp: z.iso.datetime() }),
      }),
    )
    .max(1),
})

/** Each batch asks for it, so that an answer of a node of another chain is recognised. */
const CHAIN_ID = { method: 'eth_chainId', params: [] }

/**
 * A node with the asset-transfers method: the earliest inbound transfer of the chain's own currency, whether of a
 * transaction or within one (https://www.alchemy.com/docs/data/transfers-api). `chainId` must be its own.
 */
export function createTransfers(url: string, chainId: number): Transfers {
  async function ask(method: string, params: readonly unknown[], signal: AbortSignal) {
    const calls = [CHAIN_ID, { method, params }]
    const json = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
    const replies = await askJson(
      { provider: 'transferNodes', url, json, signal, isRepeatable: true },
      z.array(z.unknown()).length(2),
    )
    const own = z.object({ id: z.literal(0), result: quantity })
    const id = replies.flatMap((reply) => own.safeParse(reply).data ?? [])[0]
    if (Number(id?.result) !== chainId) throw new ProviderFailure('failed', 'the node serves another chain')
    const reply = replies.flatMap((one) => Reply.safeParse(one).data ?? [])[0]
    if (!reply) throw new ProviderFailure('failed', 'the node did not answer the call')
    return reply
  }

  return {
    async firstFunder(account, _, signal) {
      const list = (category: readonly string[]) =>
        ask(
          'alchemy_getAssetTransfers',
          [
            {
              fromBlock: '0x0',
              toBlock: 'latest',
              toAddress: account,
              category,
              order: 'asc',
              maxCount: '0x1',
              withMetadata: true,
              excludeZeroValue: true,
            },
          ],
          signal,
        )
      const both = await list(['external', 'internal'])
      // Some networks do not list transfers within transactions, so that without one nothing is known.
      const lacksInternal = both.error != null && /internal|categor/i.test(both.error.message)
      const { result, error } = lacksInternal ? await list(['external']) : both
      if (error) throw new ProviderFailure('failed', 'the node refused the call')
      const [first] = parseProvider(Listed, result).transfers
      if (!first && lacksInternal) throw new ProviderFailure('failed', 'the node does not list internal transfers')
      if (!first) return null
      if (!isAddressEqual(first.to, account)) throw new ProviderFailure('failed', 'the node returned another address')
      return {
        address: first.from,
        txHash: first.hash,
        blockNumber: String(BigInt(first.blockNum)),
        timestamp: Math.floor(Date.parse(first.metadata.blockTimestamp) / 1000),
      }
    },

    async code(account, signal) {
      const { result } = await ask('eth_getCode', [account, 'latest'], signal)
      if (!isHex(result)) throw new ProviderFailure('failed', 'the node returned no code')
      return result
    },
  }
}
