import { readOwners } from './readOwners.ts'
import type { WorkspaceHandler } from '../context.ts'

/** The owners that a smart wallet names. Throws not_a_smart_wallet, and what a chain read throws. */
export const listSmartWalletOwners: WorkspaceHandler<'listSmartWalletOwners'> = async (
  { body: { smartWallet } },
  { chain },
) => {
  const { asOf, owners, ...counts } = await readOwners(chain, smartWallet)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      smartWallet,
      ...counts,
      owners: owners.map((owner) => ({
        index: owner.index,
        type: owner.type,
        address: owner.type === 'address' ? owner.address : null,
        x: owner.type === 'publicKey' ? owner.x : null,
        y: owner.type === 'publicKey' ? owner.y : null,
      })),
    },
  }
}
