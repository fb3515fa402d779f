import type { Client } from '../createClient.ts'
import { keepSignIn } from './keepSignIn.ts'
import { SessionEndedError } from './SessionEndedError.ts'
import { type Session, sessionWay, toSession } from './sessionWay.ts'
import type { TokenStore } from './TokenStore.ts'

/**
 * Signs in with a stored session, whoever's it is; null if there is none that the API still accepts. Asks no wallet, for example when a page
 * loads. Nothing can renew this session: when the API refuses it, calls throw a `SessionEndedError`.
 *
 * Throws an `ApiError`, a `ConnectionError`, and what the store throws.
 */
export async function fromStore(client: Client, store: TokenStore): Promise<Session | null> {
  try {
    const signedIn = await keepSignIn(client, store, {
      ...sessionWay(client),
      async signIn() {
        throw new SessionEndedError('the stored session has ended: sign in')
      },
    })
    return toSession(signedIn)
  } catch (error) {
    if (error instanceof SessionEndedError) return null
    throw error
  }
}
