import type { Client } from '../createClient.ts'
import { redeemAuthHandoff } from '../generated/operations.gen.ts'
import { keepSignIn } from './keepSignIn.ts'
import { type Session, sessionMethod, startedOf, toSession, withCookies } from './session.ts'
import { SessionEndedError } from './SessionEndedError.ts'
import { memoryStore, type TokenStore } from './TokenStore.ts'

export interface HandoffOptions {
  /** Verifier of the code's challenge (RFC 7636); a code with a challenge works only with it. */
  readonly codeVerifier?: string
  /** Keeps the session, for `fromStore`. */
  readonly store?: TokenStore
}

/**
 * Signs in with a hand-off code, which another application of the same person has got (`docs/handoff.md`). Nothing can renew this session:
 * when the API refuses it, calls throw a `SessionEndedError`.
 *
 * Throws an `ApiError`, for example `invalid_handoff_code`, a `ConnectionError`, and what the store throws.
 */
export async function fromHandoff(
  client: Client,
  code: string,
  { codeVerifier, store = memoryStore() }: HandoffOptions = {},
): Promise<Session> {
  const method = sessionMethod(client)
  let isRedeemed = false
  const signedIn = await keepSignIn(client, store, {
    ...method,
    isOwn: (stored) => isRedeemed && method.isOwn(stored),
    async signIn() {
      if (isRedeemed)
        throw new SessionEndedError('the session of a hand-off code has ended, and a code works once: redeem another')
      const redemption = { code, ...(codeVerifier === undefined ? {} : { codeVerifier }) }
      const started = await redeemAuthHandoff(withCookies(client), redemption)
      isRedeemed = true
      return startedOf(client, started)
    },
  })
  return toSession(signedIn)
}
