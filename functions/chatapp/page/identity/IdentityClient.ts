import type { FlowError } from '../flow/FlowError.ts'

/** The user who is signed in at the identity provider. */
export interface ClientUser {
  readonly id: string
  /** The chat account that the user has there, decimal; null where there is none. */
  readonly chatappUserId: string | null
}

export type IdentityResult<T> =
  | { readonly ok: true; readonly value: T }
  /** Among others code_refused, email_refused, rate_limited, stale_launch_data, linked_to_another_user, offline. */
  | { readonly ok: false; readonly problem: FlowError }

/**
 * The identity provider as the page needs it: sign-in by an e-mail code without any window of the provider's own, and the
 * chat account linked to the user. Nothing here rejects.
 */
export interface IdentityClient {
  sendCode(email: string, signal: AbortSignal): Promise<IdentityResult<void>>
  /** Signs in. */
  verifyCode(email: string, code: string, signal: AbortSignal): Promise<IdentityResult<void>>
  /** Null where nobody is signed in, or the token is not usable any more. */
  getAccessToken(signal: AbortSignal): Promise<IdentityResult<string | null>>
  /** Asked anew each time; null where nobody is signed in. */
  currentUser(signal: AbortSignal): Promise<IdentityResult<ClientUser | null>>
  /** Links the chat account by the launch data that the page was opened with; the user as it is then. */
  linkChatapp(rawInitData: string, signal: AbortSignal): Promise<IdentityResult<ClientUser>>
}
