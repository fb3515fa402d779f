/** The call that erases the ledger of a deleted account (functions/lottery/amoe/AmoeLedger.ts); one ledger for each account id. */
export interface ErasableLedger extends Rpc.DurableObjectBranded {
  /** Forgets everything, here and in D1; may be repeated. */
  erase(profileId: string): Promise<void>
}

/**
 * The call that erases the chat link of a deleted account (functions/chatapp/link/ChatappAccount.ts); one object for each
 * user of the identity provider.
 */
export interface ErasableLink extends Rpc.DurableObjectBranded {
  /**
   * Forgets the chat user that is linked to the account, here, in that user's own object and in D1; may be repeated. `now`
   * in unix seconds.
   */
  erase(profileId: string, idpUserId: string, now: number): Promise<void>
}
