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
