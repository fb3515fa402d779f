import type { Client } from '../createClient.ts'
import { getAuthNonce, verifyAuth } from '../generated/operations.gen.ts'
import { keepSignIn } from './keepSignIn.ts'
import { requireOwnChallenge } from './requireOwnChallenge.ts'
import { type Session, sessionMethod, startedOf, toSession, withCookies } from './session.ts'
import { addressOf, type Signer } from './Signer.ts'
import { signInText } from './signInText.ts'
import { memoryStore, type TokenStore } from './TokenStore.ts'

export interface SignInOptions {
  /** Keeps the session for later programs or visits; it ends with this one unless given. */
  readonly store?: TokenStore
  /** Text that a wallet shows beside the fields: one line of ASCII (EIP-4361). */
  readonly statement?: string
}

/**
 * Signs in a person's wallet by EIP-4361: the client's calls are then theirs. A stored session is used if the API still accepts it, without
 * a signature. A session that the API refuses later is renewed: the wallet signs again, once for all calls that were refused together.
 *
 * Times come from the API, so that the clock of this machine may be wrong. In a browser the session is a cookie of the API's origin, which
 * only pages of that origin and of trusted ones can use.
 *
 * Throws what the wallet and the store throw, an `ApiError`, for example `invalid_signature` or `message_expired` after 15 minutes, and a
 * `ConnectionError`, also for a challenge of another origin or chain. The client is then as it was.
 *
 * @example
 * await signIn(client, privateKeyToAccount(key), { store: fileStore('session') })
 */
export async function signIn(
  client: Client,
  signer: Signer,
  { store = memoryStore(), statement }: SignInOptions = {},
): Promise<Session> {
  if (statement !== undefined && !/^[ -~]*$/.test(statement))
    throw new TypeError('statement: must be one line of ASCII')
  const address = addressOf(signer)
  const signedIn = await keepSignIn(client, store, {
    ...sessionMethod(client, address),
    async signIn() {
      const challenge = await getAuthNonce(client)
      requireOwnChallenge(client, challenge)
      const { domain, uri, chainId, nonce, issuedAt } = challenge
      const message = signInText(
        'Ethereum',
        { domain, address, statement },
        { URI: uri, Version: 1, 'Chain ID': chainId, Nonce: nonce, 'Issued At': issuedAt },
      )
      const signature = await signer.signMessage({ message })
      return startedOf(client, await verifyAuth(withCookies(client), { message, signature }))
    },
  })
  return toSession(signedIn)
}
