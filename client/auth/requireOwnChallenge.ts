import type { Client } from '../createClient.ts'
import { ConnectionError } from '../errors.ts'
import { originOf } from './originOf.ts'

interface Challenge {
  readonly domain: string
  readonly uri: string
  readonly chainId: number
}

/**
 * Throws a `ConnectionError` unless a challenge is for this API, or for the page that asks, and for the chain of the client: signed, another
 * one would sign in somewhere else, and a program shows its message to nobody (EIP-4361, "Verifying the origin").
 */
export function requireOwnChallenge({ network }: Client, challenge: Challenge): void {
  const { domain, uri, chainId } = challenge
  const origin = originOf(uri)
  const isOwn = origin === originOf(network.baseUrl) || origin === globalThis.location?.origin
  const isPlain = /^[ -~]*$/.test(Object.values(challenge).join(''))
  if (isOwn && isPlain && new URL(uri).host === domain && chainId === network.chainId) return
  throw new ConnectionError(
    `${network.baseUrl} asks for a sign-in at ${uri} (${domain}), chain ${chainId}: correct the network of the client, or do not sign in`,
  )
}
