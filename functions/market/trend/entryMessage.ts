import { type Address, zeroAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'

/** What a smart wallet agrees to by its signature. */
interface EntryTerms {
  readonly swAddress: Address
  readonly chatappUsername: string
  /** The coin; all where it is absent. */
  readonly tokenAddress?: Address | undefined
}

interface Challenge extends EntryTerms {
  readonly nonce: string
  readonly chainId: number
  /** Public base URL of the API. */
  readonly baseUrl: string
  /** Unix milliseconds; the nonce says so. */
  readonly issuedAt: number
  readonly ttlSeconds: number
}

/** What the nonce of a challenge is sealed for: it opens for the same terms alone. */
export const entryScope = ({ swAddress, chatappUsername, tokenAddress = zeroAddress }: EntryTerms): string =>
  [swAddress, chatappUsername, tokenAddress].join(' ')

/**
 * The message by which a smart wallet is entered (EIP-4361), made anew from the challenge: what was signed is never taken from
 * the request. It names the chat user and the coin, so that whoever gets hold of a signature cannot enter the wallet as
 * somebody else.
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
