import type { Hex } from 'viem'
import { isSignedByKey, type Signed } from '../../../shared/auth/signature.ts'

/**
 * A wallet’s signature as the registry takes it: of a key with v 27 or 28, which OpenZeppelin’s ECDSA wants, where some
 * signers write 0 or 1. What does not come from the wallet’s own key belongs to its contract, and stays as it is.
 */
export async function toRegistrySignature(signed: Signed): Promise<Hex> {
  const { signature } = signed
  if (!/0[01]$/.test(signature) || !(await isSignedByKey(signed))) return signature
  return `0x${signature.slice(2, -2)}${signature.endsWith('0') ? '1b' : '1c'}`
}
