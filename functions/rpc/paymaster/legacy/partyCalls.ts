import { type Address, isAddressEqual } from 'viem'
import type { Describe, Ref, Resolved } from '../../../../shared/chain/calls.ts'
import { shareWrapperAbi, vestingAbi } from '../../../../shared/domain/sponsorship/legacyAbi.ts'
import { shareTokenAbi } from '../../../../shared/domain/token/shareTokenAbi.ts'
import { creatorVaultAbi } from '../../../../shared/domain/vault/creatorVaultAbi.ts'
import { wrapperAbi } from '../../../../shared/domain/vault/protocolAbis.ts'
import type { NamedParties } from './namedParties.ts'
import type { Deployment } from './readKnownDeployments.ts'

type Party = Address | Ref<Address> | undefined

/** The deployment that contains a contract which the calls name. */
export const deploymentOf = (
  { vault, wrapper }: NamedParties,
  deployments: readonly Deployment[],
): Deployment | undefined =>
  deployments.find(
    (one) => (vault && isAddressEqual(one.vault, vault)) || (wrapper && isAddressEqual(one.wrapper, wrapper)),
  )

/**
 * The references of vault, wrapper, share token and vestings to each other. Contracts that the calls do not name are the ones that they
 * were deployed with, or else the ones that the others name.
 */
export function partyCalls({ at }: Pick<Describe, 'at'>, named: NamedParties, deployment: Deployment | undefined) {
  const [vesting] = named.vestings
  const shareToken: Party =
    deployment?.shareToken ??
    (named.wrapper && at(named.wrapper, wrapperAbi)('shareOFT')) ??
    (vesting && at(vesting, vestingAbi)('token'))
  const vault: Party =
    named.vault ??
    deployment?.vault ??
    (named.wrapper && at(named.wrapper, wrapperAbi)('vault')) ??
    (shareToken && at(shareToken, shareTokenAbi)('vault'))
  const wrapper: Party =
    named.wrapper ?? deployment?.wrapper ?? (shareToken && at(shareToken, shareWrapperAbi)('wrapper'))
  return {
    vault: vault ?? null,
    wrapper: wrapper ?? null,
    shareToken: shareToken ?? null,
    asset: vault ? at(vault, creatorVaultAbi)('asset') : null,
    ofWrapper: wrapper ? wrapperCalls(at, wrapper) : null,
    ofShareToken: shareToken
      ? { vault: at(shareToken, shareTokenAbi)('vault'), owner: at(shareToken, shareTokenAbi)('owner') }
      : null,
    ofVestings: Object.fromEntries(
      named.vestings.map((address) => {
        const call = at(address, vestingAbi)
        return [address, { beneficiary: call('beneficiary'), token: call('token') }]
      }),
    ),
  }
}

function wrapperCalls(at: Describe['at'], wrapper: Address | Ref<Address>) {
  const call = at(wrapper, wrapperAbi)
  return { vault: call('vault'), creatorCoin: call('creatorCoin'), owner: call('owner'), shareOFT: call('shareOFT') }
}

export type Parties = Resolved<ReturnType<typeof partyCalls>>
