import { isAddressEqual, type Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountStore } from '../../../shared/store/accounts.ts'

interface Caller {
  readonly address: Address
  /** Whether the owner that the request names is a wallet of the caller's account. */
  readonly isOwner: boolean
}

/**
 * Who asks for a change of an agent. Throws forbidden for the receipt of another agent, unauthenticated for a machine,
 * store_unavailable.
 */
export async function requireCaller(
  principal: Principal,
  { agentId, ownerAddress }: { readonly agentId: bigint; readonly ownerAddress: Address },
  accounts: AccountStore,
): Promise<Caller> {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  if (principal.kind === 'siwa' && principal.agentId !== agentId)
    throw new ApiError('forbidden', `agentId: the receipt is that of agent ${principal.agentId}`)
  const { address } = principal
  if (isAddressEqual(address, ownerAddress)) return { address, isOwner: true }
  const account = await accounts.findByWallet(address)
  const isOwner = account?.wallets.some((wallet) => isAddressEqual(wallet.address, ownerAddress)) ?? false
  return { address, isOwner }
}
