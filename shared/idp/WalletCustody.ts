import type { Address } from 'viem'

/** A wallet whose key only the wallet provider has. */
export interface ServerWallet {
  /** The provider's id. */
  readonly id: string
  readonly address: Address
}

/** Makes wallets at a provider. No key of theirs is ever seen here. */
export interface WalletCustody {
  /**
   * The wallet with this external id (1 to 64 of the characters A-Z a-z 0-9 _ -), made if there is none: the same one
   * however often and from wherever it is asked for. Throws custody_unavailable, after which the wallet may have been
   * made or not, and custody_not_configured.
   */
  open(externalId: string): Promise<ServerWallet>
}
