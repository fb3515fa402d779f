import type { Address } from 'viem'
import type { AsOf, Chain } from '../../shared/chain/chain.ts'
import { ApiError } from '../../shared/http/ApiError.ts'
import { shareTokenCalls, type ShareTokenReads } from './shareTokenCalls.ts'

/**
 * Reads a share token, its vault and its coin at one block, in one upstream request. Throws not_a_token where neither
 * name() nor symbol() answers, and what a chain read throws.
 */
export async function readShareToken(chain: Chain, address: Address): Promise<{ token: ShareTokenReads; asOf: AsOf }> {
  const { value: token, asOf } = await chain.read(shareTokenCalls(address))
  if (token.name === null && token.symbol === null) {
    throw new ApiError('not_a_token', `address: nothing answers name() or symbol() at ${address}`)
  }
  return { token, asOf }
}
