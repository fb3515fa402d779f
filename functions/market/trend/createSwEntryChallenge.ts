import type { TrendHandler } from './TrendContext.ts'
import { entryMessage, entryScope } from './entryMessage.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** A sealed challenge for a smart wallet, a chat user and a coin; nothing is stored. Throws session_not_configured. */
export const createSwEntryChallenge: TrendHandler<'createSwEntryChallenge'> = async (
  { body: terms },
  { chain, baseUrl, entrySealer, now },
) => {
  if (!entrySealer) throw new ApiError('session_not_configured')
  const issuedAt = now()
  const { ttlSeconds } = entrySealer
  const nonce = await entrySealer.seal(issuedAt, entryScope(terms))
  const { chainId } = chain.config
  return {
    data: {
      nonce,
      message: entryMessage({ ...terms, nonce, chainId, baseUrl, issuedAt, ttlSeconds }),
      expiresAt: Math.floor(issuedAt / 1000) + ttlSeconds,
    },
  }
}
