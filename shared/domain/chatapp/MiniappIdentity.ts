/** Who opened the Mini App and from where, as the chat app signed it. Ids are decimal text. */
export interface MiniappIdentity {
  readonly chatappUserId: string
  /** Without @. */
  readonly chatappUsername: string | null
  readonly chatId: string | null
  readonly chatType: string | null
  readonly chatInstance: string | null
}
