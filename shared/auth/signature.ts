import type { Address, Hex } from 'viem'
import { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } from 'viem'
import { encodeDeployData, hexToBigInt, isAddressEqual, recoverAddress, size, slice } from 'viem/utils'

/** Half the order of secp256k1: EIP-2 takes only signatures with s up to here, so that each has one form. */
const MAX_LOW_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export interface Signed {
  readonly address: Address
  /** EIP-191 hash of the message. */
  readonly hash: Hex
  readonly signature: Hex
}

/**
 * Runs creation code in an `eth_call` at the latest block and gives back what it returns, or null when it reverts. Throws
 * when no node answers: an outage is not a revert.
 */
export type RunCreationCode = (creationCode: Hex) => Promise<Hex | null>

/**
 * Whether `address` signed `hash`: as an externally owned account, checked here without a node (65 bytes r‖s‖v, low s), or
 * as a contract, deployed (ERC-1271) or not yet (ERC-6492), asked through the node.
 *
 * Throws what `run` throws.
 */
export async function isSignedBy({ address, hash, signature }: Signed, run: RunCreationCode): Promise<boolean> {
  if (await isRecoverable({ address, hash, signature })) return hexToBigInt(slice(signature, 32, 64)) <= MAX_LOW_S
  const creationCode = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  })
  const answer = await run(creationCode)
  return answer === '0x01'
}

async function isRecoverable({ address, hash, signature }: Signed): Promise<boolean> {
  if (size(signature) !== 65) return false
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), address)
  } catch {
    return false
  }
}
