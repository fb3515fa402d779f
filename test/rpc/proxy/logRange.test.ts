import { getLogsRetryHelper } from '@ponder/utils'
import { numberToHex, RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { MAX_RANGE, priceOf } from '../../../functions/rpc/proxy/priceOf.ts'

const heights = { of: async () => 0n, isFinal: async () => false }

test.each([10_001n, 30_000n, 123_456n])(
  'an indexer reads from the refusal of %s blocks how to split them',
  async (length) => {
    const filter = { fromBlock: numberToHex(100n), toBlock: numberToHex(100n + length) }
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] } as const
    const { calls } = await priceOf([{ call: { ...call, params: [filter] }, gas: 0n }], heights)
    const [refused] = calls
    if (!refused?.refusal || !('error' in refused.refusal)) throw new Error('the range is taken')
    const error = new RpcRequestError({ body: call, error: refused.refusal.error, url: 'https://api.example.com' })
    const retry = getLogsRetryHelper({ error, params: [filter] })
    if (!retry.shouldRetry) throw new Error('not understood')
    for (const { fromBlock, toBlock } of retry.ranges) {
      expect(BigInt(toBlock) - BigInt(fromBlock)).toBeLessThanOrEqual(MAX_RANGE)
      expect(
        (await priceOf([{ call: { ...call, params: [{ fromBlock, toBlock }] }, gas: 0n }], heights)).calls[0],
      ).not.toHaveProperty('refusal')
    }
    expect(retry.ranges[0]?.fromBlock).toBe(filter.fromBlock)
    expect(BigInt(retry.ranges.at(-1)?.toBlock ?? '0x0')).toBe(BigInt(filter.toBlock))
  },
)
