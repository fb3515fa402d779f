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
