import type { Address } from 'viem'
import { createSiweMessage } from 'viem/siwe'

/** What a challenge is about, besides its nonce. */
interface Challenge {
  readonly swAddress: Address
  readonly nonce: string
  readonly chainId: number
  /** Public base URL of the API. */
  readonly baseUrl: string
  /** Unix milliseconds; the nonce says so. */
  readonly issuedAt: number
  readonly ttlSeconds: number
}

/**
 * The message by which a smart wallet is entered (EIP-4361), made anew from the challenge: what was signed is never taken from
 * the request.
 */
export const entryMessage = ({ swAddress, nonce, chainId, baseUrl, issuedAt, ttlSeconds }: Challenge): string =>
  createSiweMessage({
    address: swAddress,
    chainId,
    nonce,
    domain: new URL(baseUrl).host,
    uri: `${baseUrl}/coin-trend/sw-entry`,
    version: '1',
    statement: 'Enter this smart wallet for the chat of trend coins. This signs nobody in and moves nothing.',
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(issuedAt + ttlSeconds * 1000),
  })
