import type { Hex } from '../Operation.ts'

/** An account of viem, or a wallet client with an account; `Message` is what it has to sign. */
export type Signer<Message = string> = ({ readonly address: Hex } | { readonly account: { readonly address: Hex } }) & {
  /** Signature of a text by EIP-191; that of a smart account goes to the API as it is (ERC-1271, ERC-6492). */
  signMessage(parameters: { readonly message: Message }): Promise<Hex>
}

/** Address of the wallet that signs, as it is given. */
export const addressOf = (signer: Signer<never>): Hex => ('address' in signer ? signer.address : signer.account.address)
