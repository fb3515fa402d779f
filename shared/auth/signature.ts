import type { Address, Hex } from 'viem'
import { encodeDeployData, hexToBigInt, isAddressEqual, size, slice } from 'viem/utils'
import { MAX_SIGNATURE_BYTES } from '../../schema/common.ts'
import { recoverAddress } from '../domain/authority/recoverAddress.ts'
import { ApiError } from '../errors/ApiError.ts'

/** Half the order of secp256k1: EIP-2 accepts only signatures with s up to this value, so that each has one form. */
const MAX_LOW_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export interface Signed {
  readonly address: Address
  /** EIP-191 hash of the message. */
  readonly hash: Hex
  readonly signature: Hex
}

/**
 * Runs creation code in an `eth_call` at the latest block, with bounded gas, and returns the first byte of its result,
 * or null when it fails. Throws when no node answers, or none provides enough gas to decide.
 */
export type RunCreationCode = (creationCode: Hex) => Promise<Hex | null>

/** The signer of `hash` for `address`: its key or its contract; null if neither. Throws what the two functions below throw. */
export async function signerOf(signed: Signed, run: RunCreationCode): Promise<'key' | 'contract' | null> {
  const byKey = await isSignedByKey(signed)
  if (byKey !== null) return byKey ? 'key' : null
  return (await isSignedByContract(signed, run)) ? 'contract' : null
}

/** Whether `address` signed `hash`, with a key or as a contract. Throws what signerOf throws. */
export const isSignedBy = async (signed: Signed, run: RunCreationCode): Promise<boolean> =>
  (await signerOf(signed, run)) !== null

/**
 * Whether the key of an externally owned account made the signature (65 bytes r‖s‖v, low s); null if it does not come
 * from that key, so that only a contract at the address could decide. Makes no request.
 *
 * Throws invalid_request for a signature over MAX_SIGNATURE_BYTES.
 */
export async function isSignedByKey({ address, hash, signature }: Signed): Promise<boolean | null> {
  if (size(signature) > MAX_SIGNATURE_BYTES)
    throw new ApiError('invalid_request', `signature: must have at most ${MAX_SIGNATURE_BYTES} bytes`)
  if (!(await isRecoverable({ address, hash, signature }))) return null
  return hexToBigInt(slice(signature, 32, 64)) <= MAX_LOW_S
}

/**
 * Whether a contract, deployed (ERC-1271) or not yet (ERC-6492), accepts the signature as its own. The node runs code
 * that the sender of the signature chose, so call this only for clients that may cause such work. Throws what `run`
 * throws.
 */
export async function isSignedByContract({ address, hash, signature }: Signed, run: RunCreationCode): Promise<boolean> {
  const { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } = await import('./erc6492.ts')
  const creationCode = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  })
  return (await run(creationCode)) === '0x01'
}

async function isRecoverable({ address, hash, signature }: Signed): Promise<boolean> {
  if (size(signature) !== 65) return false
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), address)
  } catch {
    return false
  }
}
