/** The fields of the stored link that the page shows. */
export interface LinkedAccount {
  readonly linkStatus: 'active' | 'pending_wallet_setup'
  readonly ownerVerified: boolean | null
  readonly email: string
  readonly chatappUsername: string | null
  readonly canonicalCswAddress: string | null
}

/** `no_identity`: no user or no usable access token yet, so the service was not called. */
export interface Readiness {
  readonly kind: 'ready' | 'not_ready' | 'no_identity'
}

/**
 * The side effects of the flow. Each is called once per entry of its state, its signal aborts when the state is left, and it
 * rejects with a FlowFailure.
 */
export interface LinkEffects {
  /** Unix milliseconds. */
  now(): number
  verifySession(linkContext: LinkContext | null, signal: AbortSignal): Promise<Proof>
  sendCode(email: string, signal: AbortSignal): Promise<void>
  verifyCode(input: { readonly email: string; readonly code: string }, signal: AbortSignal): Promise<void>
  checkReadiness(input: { readonly email: string; readonly proof: Proof }, signal: AbortSignal): Promise<Readiness>
  /** Resolves once the user at the identity provider has the chat account: it had it before, or it was linked. */
  ensureIdentityLink(proof: Proof, signal: AbortSignal): Promise<'skipped' | 'linked'>
  /** Safe to repeat. */
  completeLink(proof: Proof, signal: AbortSignal): Promise<LinkedAccount>
}

/** Parameters with which the page was opened, besides the launch data. */
export interface LinkContext {
  /** Single-use token of the bot's link. */
  readonly linkToken: string
  readonly chatId: string | null
  readonly username: string | null
}

/** A Mini App session with the chat user that the service verified. */
export interface MiniappProof {
  readonly sessionToken: string
  readonly chatappUserId: string
  readonly chatappUsername: string | null
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** The session with all parameters of the page; from here on only the machine holds it. */
export interface Proof extends MiniappProof {
  readonly initDataRaw: string
  readonly linkContext: LinkContext | null
}
