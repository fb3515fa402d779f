import { bytesToHex } from 'viem'
import { erc1271Abi, ERC1271_MAGIC } from '../../abi/erc1271.ts'
import { multiOwnableAbi } from '../../abi/multiOwnable.ts'
import type { Describe, Resolved } from '../../chain/calls.ts'
import type { WalletProof } from '../../store/WalletProof.ts'

/**
 * What a smart wallet is asked about a proof: whether it names the owner of record (isOwnerAddress of coinbase/smart-wallet),
 * whether it says the same of an address that nobody can have the key of, and whether it accepts what it signed (ERC-1271).
 */
export function proofCalls({ at }: Pick<Describe, 'at'>, { wallet, owner, signed }: WalletProof) {
  const names = at(wallet, multiOwnableAbi)
  return {
    namesOwner: owner && names('isOwnerAddress', [owner]),
    namesNobody: owner && names('isOwnerAddress', [bytesToHex(crypto.getRandomValues(new Uint8Array(20)))]),
    accepts: signed && at(wallet, erc1271Abi)('isValidSignature', [signed.hash, signed.signature]),
  }
}

export type ProofReads = Resolved<ReturnType<typeof proofCalls>>

/**
 * Whether a smart wallet confirms a proof. Where it lists owners, that decides: a signature does not replace an owner that was
 * removed. A contract that names everybody lists nobody. A wallet that signed before it had code (ERC-6492) is taken at
 * that until code appears.
 */
export function isConfirmed(
  { counterfactual }: WalletProof,
  { namesOwner, namesNobody, accepts }: ProofReads,
  hasCode: boolean,
): boolean {
  if (counterfactual && !hasCode) return true
  if (namesOwner !== null && namesNobody === false) return namesOwner
  return accepts === ERC1271_MAGIC
}
