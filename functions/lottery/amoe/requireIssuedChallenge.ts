import type { Address } from 'viem'
import type { Sealer } from '../../../shared/auth/seal.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { challengeContext, type Challenge } from './challenge.ts'

interface Rules {
  readonly sealer: Sealer
  readonly chain: Chain
  readonly profileId: string | undefined
}

/**
 * Checks that a challenge was issued here exactly as it is, and is the one that the request means; not that it is still
 * valid.
 *
 * Throws creator_mismatch, nonce_mismatch, unsupported_chain, lottery_manager_mismatch, invalid_nonce.
 */
export async function requireIssuedChallenge(
  challenge: Challenge,
  request: { readonly creatorCoin?: Address | undefined; readonly nonce?: string | undefined },
  { sealer, chain, profileId }: Rules,
): Promise<void> {
  const { chainId } = chain.config
  if (request.creatorCoin !== undefined && request.creatorCoin !== challenge.creatorCoin)
    throw new ApiError(
      'creator_mismatch',
      'creatorCoin: does not match the message; omit it or send the creator coin of the message',
    )
  if (request.nonce !== undefined && request.nonce.toLowerCase() !== challenge.nonce)
    throw new ApiError('nonce_mismatch', 'nonce: does not match the message; omit it or send the nonce of the message')
  if (challenge.chainId !== chainId)
    throw new ApiError('unsupported_chain', `message: must be for chain ${chainId}, the only supported chain`)
  if (challenge.lotteryManager.toLowerCase() !== chain.role('lotteryManager').toLowerCase())
    throw new ApiError('lottery_manager_mismatch', 'message: names another lottery manager; request a new challenge')
  const opened = await sealer.open(
    challenge.nonce.slice(2),
    challenge.issuedAt * 1000,
    challengeContext({ ...challenge, profileId }),
  )
  if (!opened.ok || opened.issuedAt !== challenge.issuedAt * 1000)
    throw new ApiError('invalid_nonce', 'message: its nonce was not issued for this challenge; request a new challenge')
}
