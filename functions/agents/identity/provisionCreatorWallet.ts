import { type Address, isAddressEqual } from 'viem'
import { multiOwnableAbi } from '../../../shared/abi/multiOwnable.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { canonicalCswOf } from '../../../shared/domain/account/canonicalCswOf.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AgentWallet } from '../store/creators.ts'
import type { IdentityHandler, IdentityContext } from './context.ts'

/**
 * The server wallet of the caller's agent: the one in the store, else the one that the wallet provider has under the
 * canonical wallet, else a new one there. The provider creates at most one for each canonical wallet, so a crash before it is
 * stored only costs a second request.
 *
 * Throws wallet_authority_mismatch for another's address, wallet_session, authority_unknown, custody_not_configured, custody_unavailable.
 */
export const provisionCreatorWallet: IdentityHandler<'provisionCreatorWallet'> = async (
  { body, principal },
  context,
) => {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const caller = principal.address
  const { account, isWalletOnly } = await context.authority.standing(principal)
  if (isWalletOnly) throw new ApiError('wallet_session')
  const canonical = account?.canonicalWallet ?? caller
  const creatorAddress = body?.creatorAddress
  if (creatorAddress !== undefined && ![caller, canonical].some((own) => isAddressEqual(own, creatorAddress)))
    throw new ApiError(
      'wallet_authority_mismatch',
      'creatorAddress: must be the signed-in address or the canonical wallet of its account',
    )
  const { id, address } = (await context.creators.findWallet(canonical)) ?? (await provision(canonical, context))
  return { data: { walletId: id, address, nextStep: nextStep(account && canonicalCswOf(account), address) } }
}

async function provision(canonical: Address, { custody, creators, now }: IdentityContext): Promise<AgentWallet> {
  const made = await custody.open(`creator-agent-${canonical.toLowerCase()}`)
  const kept = await creators.keepWallet(canonical, made, Math.floor(now() / 1000))
  // The provider answers with the wallet of another creator, who must not share it.
  if (!kept) throw new ApiError('custody_unavailable')
  return kept
}

/** How a creator uses a server wallet: an owner of the smart wallet adds it as another owner. */
function nextStep(smartWallet: Address | null, serverWallet: Address) {
  if (!smartWallet)
    return {
      description: 'Link a smart wallet to the account, then call provisionCreatorWallet again.',
      call: null,
    }
  const call = encodeStep({
    to: smartWallet,
    abi: multiOwnableAbi,
    functionName: 'addOwnerAddress',
    args: [serverWallet],
    describe: ([owner]) => `Add ${owner} as an owner of the smart wallet ${smartWallet}.`,
  })
  return {
    description: `An owner of the smart wallet ${smartWallet} sends this call, which adds the server wallet ${serverWallet} as an owner. Then call enableCreatorAgent. An owner has full control of the smart wallet.`,
    call,
  }
}
