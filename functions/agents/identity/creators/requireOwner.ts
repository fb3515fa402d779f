import type { Address } from 'viem'
import { multiOwnableAbi } from '../../../../shared/abi/multiOwnable.ts'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'

/**
 * Makes sure that an address is an owner of a smart wallet now. Throws server_wallet_not_owner if the wallet says that it
 * is not, or is not deployed, or has no owners to ask about; and what a chain read throws, since what could not be read
 * decides nothing.
 */
export async function requireOwner(chain: Chain, smartWallet: Address, owner: Address): Promise<void> {
  const { value } = await chain.read(({ at }) => ({
    isOwner: at(smartWallet, multiOwnableAbi)('isOwnerAddress', [owner]),
  }))
  if (value.isOwner === true) return
  throw new ApiError(
    'server_wallet_not_owner',
    value.isOwner === null
      ? `smartWalletAddress: ${smartWallet} does not answer isOwnerAddress; it is not deployed, or is another kind of wallet`
      : `serverWalletId: its address ${owner} is not an owner of ${smartWallet}; an owner must call addOwnerAddress with it first`,
  )
}
