import { isErc6492Signature } from 'viem/utils'
import { createRunner } from '../../../shared/auth/runCreationCode.ts'
import { isSignedBy, type Signed } from '../../../shared/auth/signature.ts'
import { ifReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/**
 * Verifies the signature of an agent's new wallet as the registry does: of its key, or else of the contract at its
 * address (ERC-1271), which a node is asked about in one more upstream request. Null when no node answers.
 *
 * Throws invalid_wallet_signature; also for a wallet that is not deployed yet (ERC-6492), which the registry does not
 * know how to ask.
 */
export async function verifyWallet(signed: Signed, { chain }: { readonly chain: Chain }): Promise<true | null> {
  if (isErc6492Signature(signed.signature))
    throw new ApiError(
      'invalid_wallet_signature',
      'signature: is for an undeployed contract (ERC-6492), which the registry does not accept; deploy newWallet first',
    )
  const isSigned = await ifReachable(() => isSignedBy(signed, createRunner(chain.rpc, chain.config.chainId)))
  if (isSigned === false) throw new ApiError('invalid_wallet_signature')
  return isSigned
}
