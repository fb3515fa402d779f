import type { Address, Hex } from 'viem'
import { getAddress } from 'viem/utils'
import * as z from 'zod'

/** How the control of a smart wallet was proven, which its contract has to confirm whenever something depends on it. */
export interface WalletProof {
  readonly wallet: Address
  /** Owner of record: the address that the contract named as an owner; null where it names none. */
  readonly owner: Address | null
  /** Signature by the wallet itself (ERC-1271): an EIP-191 hash, and the signature without its ERC-6492 wrapper. */
  readonly signed: { readonly hash: Hex; readonly signature: Hex } | null
  /** Whether the wallet had no code when it signed (ERC-6492). */
  readonly counterfactual: boolean
  /** Whether the wallet belonged to one owner alone; also true where it does not list its owners. */
  readonly singleOwner: boolean
  /** Block at which the wallet confirmed it; null if unknown. No older block denies it. */
  readonly block: number | null
}

const Wallet = z.string().transform((text) => getAddress(text))
const Bytes = z.string().transform((text): Hex => `0x${text.slice(2)}`)
const Proofs = z.array(
  z.object({
    wallet: Wallet,
    owner: Wallet.nullable(),
    signed: z.object({ hash: Bytes, signature: Bytes }).nullable(),
    counterfactual: z.boolean(),
    singleOwner: z.boolean(),
    block: z.int().nullable(),
  }),
)

/** Proofs as they are kept in JSON. Throws for any other text. */
export const parseProofs = (json: string): WalletProof[] => Proofs.parse(JSON.parse(json))

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
