import { type Address, isAddressEqual } from 'viem'
import { multiOwnableAbi } from '../../../shared/abi/multiOwnable.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { canonicalCswOf } from '../../../shared/domain/account/canonicalCswOf.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { CreatorAgent } from '../store/creators.ts'
import type { IdentityHandler } from './context.ts'
import { agentFields } from './creators/agentFields.ts'

/**
 * Enables the agent of the caller's account: its row in the store, after the chain has shown that the server wallet is
 * an owner of the smart wallet. The same request again answers the same.
 *
 * Throws wallet_authority_mismatch, wallet_session, authority_unknown, wallet_not_provisioned, server_wallet_mismatch, server_wallet_not_owner, and what a
 * chain read throws.
 */
export const enableCreatorAgent: IdentityHandler<'enableCreatorAgent'> = async (
  { body: { listedPublicly, agentType, smartWalletAddress, serverWalletId }, principal },
  { authority, creators, chain, now },
) => {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const [{ account, isWalletOnly }, serverWallet, before] = await Promise.all([
    authority.standing(principal),
    creators.findWallet(smartWalletAddress),
    creators.find(smartWalletAddress),
  ])
  if (isWalletOnly) throw new ApiError('wallet_session')
  const smartWallet = account && canonicalCswOf(account)
  if (!account || !smartWallet || !isAddressEqual(smartWallet, smartWalletAddress))
    throw new ApiError(
      'wallet_authority_mismatch',
      'smartWalletAddress: is not the canonical smart wallet of the signed-in account',
    )
  if (!serverWallet) throw new ApiError('wallet_not_provisioned')
  if (serverWallet.id !== serverWalletId) throw new ApiError('server_wallet_mismatch')
  await requireOwner(chain, smartWallet, serverWallet.address)
  const agent = {
    profileId: account.profileId,
    agentType,
    serverWalletId,
    smartWalletAddress: smartWallet,
    listedPublicly,
    creatorAddress: smartWallet,
  }
  const seconds = Math.floor(now() / 1000)
  const createdAt = before?.createdAt ?? seconds
  const kept = await creators.put(agent, seconds, answerOf({ ...agent, createdAt, updatedAt: seconds }))
  // It was deleted in between, or the database does not return what was written: either way nothing is known to be there.
  if (!kept) throw new ApiError('store_unavailable')
  return answerOf(kept)
}

const answerOf = (agent: CreatorAgent) => ({ data: { ...agentFields(agent), updatedAt: agent.updatedAt } })

/**
 * Makes sure that an address is an owner of a smart wallet now. Throws server_wallet_not_owner if the wallet says that it
 * is not, or is not deployed, or has no owners to ask about; and what a chain read throws, since what could not be read
 * decides nothing.
 */
async function requireOwner(chain: Chain, smartWallet: Address, owner: Address): Promise<void> {
  const { value } = await chain.read(({ at }) => ({
    isOwner: at(smartWallet, multiOwnableAbi)('isOwnerAddress', [owner]),
  }))
  if (value.isOwner === true) return
  throw new ApiError(
    'server_wallet_not_owner',
    value.isOwner === null
      ? `smartWalletAddress: ${smartWallet} does not answer isOwnerAddress; it is not deployed, or is another kind of wallet`
      : `serverWalletId: its address ${owner} is not an owner of ${smartWallet}; an owner must send the call that provisionCreatorWallet returns`,
  )
}
