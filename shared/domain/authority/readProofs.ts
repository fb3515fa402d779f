import type { RpcCall, RpcReply } from '../../chain/RpcCall.ts'
import type { Describe, Resolved, Shape } from '../../chain/calls.ts'
import type { AsOf, Chain } from '../../chain/chain.ts'
import { codeProbeCall, hasCode } from '../../chain/codeProbe.ts'
import { ApiError, isOutage } from '../../errors/ApiError.ts'
import type { WalletProof } from '../../store/WalletProof.ts'
import { bytesToHex } from 'viem'
import { erc1271Abi, ERC1271_MAGIC } from '../../abi/standards.ts'
import { multiOwnableAbi } from '../../abi/multiOwnable.ts'

export interface ProofsRead<S extends Shape> {
  readonly value: Resolved<S>
  readonly asOf: AsOf
  readonly carried: readonly RpcReply[]
  readonly isConfirmed: (proof: WalletProof) => boolean
}

/**
 * Reads a graph of calls, and at the same block, in the same upstream request, whether smart wallets confirm proofs.
 *
 * Throws authority_unknown if the proofs cannot be read: whose a wallet is stays undecided. Without proofs it throws what a
 * chain read throws.
 */
export async function readProofs<S extends Shape>(
  chain: Chain,
  proofs: readonly WalletProof[],
  description: (describe: Describe) => S,
  calls: readonly RpcCall[] = [],
): Promise<ProofsRead<S>> {
  const codeless = proofs.filter(({ counterfactual }) => counterfactual).map(({ wallet }) => wallet)
  const carry = codeless.length > 0 ? [...calls, codeProbeCall(codeless)] : calls
  const names = proofs.map((proof, i) => [String(i), proof] as const)
  try {
    const { value, asOf, carried } = await chain.read(
      (describe) => ({
        own: description(describe),
        proofs: Object.fromEntries(names.map(([name, proof]) => [name, proofCalls(describe, proof)])),
      }),
      carry,
    )
    const deployed = codeless.length > 0 ? await hasCode(chain, codeless, carried[calls.length]) : []
    const confirmed = new Set(
      names.flatMap(([name, proof]) => {
        const reads = value.proofs[name]
        return reads && isConfirmed(proof, reads, deployed[codeless.indexOf(proof.wallet)] ?? true) ? [proof] : []
      }),
    )
    return { value: value.own, asOf, carried: carried.slice(0, calls.length), isConfirmed: (one) => confirmed.has(one) }
  } catch (error) {
    if (proofs.length > 0 && isOutage(error)) throw new ApiError('authority_unknown')
    throw error
  }
}

/**
 * The reads of a smart wallet about a proof: whether it names the owner of record (isOwnerAddress of coinbase/smart-wallet),
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

type ProofReads = Resolved<ReturnType<typeof proofCalls>>

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
