import type { Address } from 'viem'
import type { WalletProof } from './WalletProof.ts'

/** How a session came about, and what has to hold for it to mean anything. */
export interface SessionOrigin {
  /** `key`: its address signed with a key; `contract`: the contract at its address accepted a signature; `handoff`: a code. */
  readonly method: 'key' | 'contract' | 'handoff'
  /** The wallet that proved itself: the session's own, or for a hand-off the one that requested the code. */
  readonly by: Address
  /** The account that a hand-off was made for; null for other sessions. */
  readonly profileId: string | null
  /** Smart wallets through which it came; each has to confirm its proof, or the session means nothing. */
  readonly proofs: readonly WalletProof[]
}
