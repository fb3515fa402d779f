import { readOwnership } from '../../../shared/domain/account/readOwnership.ts'
import type { WorkspaceHandler } from '../context.ts'
import { notAWallet } from './readOwners.ts'

/** Whether a smart wallet names an address as an owner (isOwnerAddress). Throws not_a_smart_wallet, and what a chain read throws. */
export const checkSmartWalletOwner: WorkspaceHandler<'checkSmartWalletOwner'> = async (
  { body: { smartWallet, ownerAddress } },
  { chain },
) => {
  const { status, isWalletReadable, asOf } = await readOwnership(chain, { smartWallet, ownerAddress })
  if (!isWalletReadable) throw notAWallet()
  return { asOf, data: { chainId: asOf.chainId, smartWallet, ownerAddress, isOwner: status === 'owner_confirmed' } }
}
