/** What the page was opened with, beyond the launch data. */
export interface LinkContext {
  /** Single-use token of the bot's link. */
  readonly linkToken: string
  readonly chatId: string | null
  readonly username: string | null
}

/** A session of the Mini App: who the chat user is, as the service has verified it. */
export interface MiniappProof {
  readonly sessionToken: string
  readonly chatappUserId: string
  readonly chatappUsername: string | null
  readonly chatId: string | null
  readonly chatType: string | null
  readonly chatInstance: string | null
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** The same with all that the flow was opened with: from here on the machine alone holds it. */
export interface Proof extends MiniappProof {
  readonly initDataRaw: string
  /** Unix milliseconds. */
  readonly verifiedAt: number
  readonly linkContext: LinkContext | null
}
