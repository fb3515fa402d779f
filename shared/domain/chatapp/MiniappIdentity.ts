/** The user and chat that opened the Mini App, as the chat app signed them. Ids are decimal text. */
export interface MiniappIdentity {
  readonly chatappUserId: string
  /** Without @. */
  readonly chatappUsername: string | null
  readonly chatId: string | null
  readonly chatType: string | null
  readonly chatInstance: string | null
}
