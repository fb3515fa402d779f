import { isAddressEqual, type Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Authority } from '../../../shared/domain/authority/createAuthority.ts'

interface Caller {
  readonly address: Address
  /** Whether the caller acts for the owner that the request names. */
  readonly isOwner: boolean
}

/**
 * Who asks for a change of an agent. Throws forbidden for the receipt of another agent, unauthenticated for a machine,
 * authority_unknown, store_unavailable.
 */
export async function requireCaller(
  principal: Principal,
  { agentId, ownerAddress }: { readonly agentId: bigint; readonly ownerAddress: Address },
  authority: Authority,
): Promise<Caller> {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  if (principal.kind === 'siwa' && principal.agentId !== agentId)
    throw new ApiError('forbidden', `agentId: the SIWA receipt is for agent ${principal.agentId}`)
  const { address } = principal
  if (isAddressEqual(address, ownerAddress)) return { address, isOwner: true }
  const { wallets } = await authority.standing(principal, [ownerAddress])
  return { address, isOwner: wallets.some((wallet) => isAddressEqual(wallet, ownerAddress)) }
}
