import type { Address } from 'viem'
import type { Sealer } from '../../../shared/auth/seal.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { challengeContext, type Challenge } from '../../../shared/domain/lottery/amoe/challenge.ts'

interface Rules {
  readonly sealer: Sealer
  readonly chain: Chain
  readonly profileId: string | undefined
}

/**
 * That a challenge was given out here, as it is, and is the one that the request means; not that it is still good.
 *
 * Throws creator_mismatch, nonce_mismatch, unsupported_chain, lottery_manager_mismatch, invalid_nonce.
 */
export async function requireGenuine(
  challenge: Challenge,
  asked: { readonly creatorCoin?: Address | undefined; readonly nonce?: string | undefined },
  { sealer, chain, profileId }: Rules,
): Promise<void> {
  const { chainId } = chain.config
  if (asked.creatorCoin !== undefined && asked.creatorCoin !== challenge.creatorCoin)
    throw new ApiError('creator_mismatch', 'creatorCoin: is not the one that the message names')
  if (asked.nonce !== undefined && asked.nonce.toLowerCase() !== challenge.nonce)
    throw new ApiError('nonce_mismatch', 'nonce: is not the one in the message')
  if (challenge.chainId !== chainId)
    throw new ApiError('unsupported_chain', `message: only chain ${chainId} is served here`)
  if (challenge.lotteryManager.toLowerCase() !== chain.role('lotteryManager').toLowerCase())
    throw new ApiError('lottery_manager_mismatch', 'message: names another lottery; ask for a new challenge')
  const opened = await sealer.open(
    challenge.nonce.slice(2),
    challenge.issuedAt * 1000,
    challengeContext({ ...challenge, profileId }),
  )
  if (!opened.ok || opened.issuedAt !== challenge.issuedAt * 1000)
    throw new ApiError('invalid_nonce', 'message: its nonce was not given out for this; ask for a new challenge')
}
