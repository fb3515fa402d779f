/** What a deleted account's ledger of free entries is asked (functions/lottery/amoe/AmoeLedger.ts), one for each account by its id. */
export interface ErasableLedger extends Rpc.DurableObjectBranded {
  /** Forgets everything, here and in D1; may be repeated. */
  erase(profileId: string): Promise<void>
}

/**
 * What the link of a deleted account is asked (functions/chatapp/link/ChatappAccount.ts), one for each user of the identity
 * provider by its id.
 */
export interface ErasableLink extends Rpc.DurableObjectBranded {
  /**
   * Forgets the chat user that is linked to the account, here, in that user's own object and in D1; may be repeated. `now`
   * in unix seconds.
   */
  erase(profileId: string, idpUserId: string, now: number): Promise<void>
}
