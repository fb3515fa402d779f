import type { Client } from '../createClient.ts'
import { keepSignIn } from './keepSignIn.ts'
import { SessionEndedError } from './SessionEndedError.ts'
import { type Session, sessionMethod, toSession } from './session.ts'
import type { TokenStore } from './TokenStore.ts'

/**
 * Resumes a stored session, of any address. Resolves to null if the store has none, or if the API no longer accepts it. No wallet is
 * involved, so a page can call this when it loads. This session cannot be renewed: once the API refuses it, calls throw a `SessionEndedError`.
 *
 * Throws an `ApiError`, a `ConnectionError`, and what the store throws.
 */
export async function fromStore(client: Client, store: TokenStore): Promise<Session | null> {
  try {
    const signedIn = await keepSignIn(client, store, {
      ...sessionMethod(client),
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
