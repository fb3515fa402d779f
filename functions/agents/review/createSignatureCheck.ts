import { getAddress, hashTypedData } from 'viem/utils'
import { createRunner } from '../../../shared/auth/runCreationCode.ts'
import { isSignedBy } from '../../../shared/auth/signature.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import type { Payment } from './payment/Payment.ts'

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/**
 * Whether the payer signed exactly this authorization (EIP-3009) for the asset, with a key or as a contract (ERC-1271), in the
 * EIP-712 domain of what was accepted. It also decides where the authorization has been used, which a facilitator refuses.
 * Throws invalid_request for a signature over MAX_SIGNATURE_BYTES, and what `eth_call` throws.
 */
export function createSignatureCheck(chain: Chain): (payment: Payment) => Promise<boolean> {
  const { chainId } = chain.config
  const run = createRunner(chain.rpc, chainId)
  return ({ accepted: { asset, extra }, authorization, signature }) => {
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    const hash = hashTypedData({
      domain: {
        name: String(extra['name']),
        version: String(extra['version']),
        chainId,
        verifyingContract: getAddress(asset),
      },
      types: TYPES,
      primaryType: 'TransferWithAuthorization',
      message: {
        from,
        to,
        value: BigInt(value),
        validAfter: BigInt(validAfter),
        validBefore: BigInt(validBefore),
        nonce,
      },
    })
    return isSignedBy({ address: from, hash, signature }, run)
  }
}
