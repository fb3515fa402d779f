import type { FlowError } from '../flow/FlowError.ts'

export interface ClientUser {
  readonly id: string
  /** The user's chat account there, decimal; null if there is none. */
  readonly chatappUserId: string | null
}

export type IdentityResult<T> =
  | { readonly ok: true; readonly value: T }
  /** For example code_refused, email_refused, rate_limited, stale_launch_data, linked_to_another_user or offline. */
  | { readonly ok: false; readonly problem: FlowError }

/**
 * The operations of the identity provider that the page needs: sign-in by an e-mail code without a window of the provider, and
 * linking the chat account to the user. No method rejects.
 */
export interface IdentityClient {
  sendCode(email: string, signal: AbortSignal): Promise<IdentityResult<void>>
  verifyCode(email: string, code: string, signal: AbortSignal): Promise<IdentityResult<void>>
  /** Null if nobody is signed in, or the token is no longer usable. */
  getAccessToken(signal: AbortSignal): Promise<IdentityResult<string | null>>
  /** Read again with each call; null if nobody is signed in. */
  currentUser(signal: AbortSignal): Promise<IdentityResult<ClientUser | null>>
  /** Links the chat account with the page's launch data, and returns the updated user. */
  linkChatapp(rawInitData: string, signal: AbortSignal): Promise<IdentityResult<ClientUser>>
}

/**
 * Exports of `/chatapp/assets/identity-client.js`: the identity provider's own browser client behind the interface of the
 * page. The page imports it only if its configuration says `client: 'vendor'`.
 */
export interface VendorModule {
  createIdentityClient(options: { readonly appId: string }): IdentityClient | Promise<IdentityClient>
}
