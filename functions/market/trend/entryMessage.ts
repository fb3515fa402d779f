import { type Address, zeroAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'

/** The terms that a smart wallet signs. */
interface EntryTerms {
  readonly swAddress: Address
  readonly chatappUsername: string
  /** The coin; all coins if absent. */
  readonly tokenAddress?: Address | undefined
}

interface Challenge extends EntryTerms {
  readonly nonce: string
  readonly chainId: number
  /** Public base URL of the API. */
  readonly baseUrl: string
  /** Unix milliseconds, from the nonce. */
  readonly issuedAt: number
  readonly ttlSeconds: number
}

/** The scope of a challenge's nonce: it opens only for the same terms. */
export const entryScope = ({ swAddress, chatappUsername, tokenAddress = zeroAddress }: EntryTerms): string =>
  [swAddress, chatappUsername, tokenAddress].join(' ')

/**
 * The message of an entry (EIP-4361), rebuilt from the challenge and never taken from the request. It names the chat user and
 * the coin, so that a leaked signature cannot enter the wallet for another chat user.
 */
export function entryMessage({
  swAddress,
  nonce,
  chainId,
  baseUrl,
  issuedAt,
  ttlSeconds,
  ...terms
}: Challenge): string {
  const coins = terms.tokenAddress === undefined ? 'all trend coins' : `the trend coin ${terms.tokenAddress}`
  return createSiweMessage({
    address: swAddress,
    chainId,
    nonce,
    domain: new URL(baseUrl).host,
    uri: `${baseUrl}/coin-trend/sw-entry`,
    version: '1',
    statement: `Enter this smart wallet as that of the chat user ${terms.chatappUsername}, for ${coins}. This signs nobody in and moves nothing.`,
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(issuedAt + ttlSeconds * 1000),
  })
}
