import { type Address, isAddressEqual } from 'viem'
import type { DenialCode } from '../../../../schema/rpc/paymasterDenials.ts'
import { Denial } from '../../../../shared/domain/sponsorship/RpcError.ts'
import type { NamedParties } from './namedParties.ts'
import type { Parties } from './partyCalls.ts'
import type { Deployment } from './readKnownDeployments.ts'

export interface PartiesToCheck {
  readonly named: NamedParties
  readonly parties: Parties
  readonly sender: Address
  readonly batcher: Address
  /** Whether there is code at an address; undefined if it was not read. */
  readonly hasCode: (address: Address) => boolean | undefined
}

/**
 * Whether the contracts of a withdrawal are one set: each says of the others what it says after a deployment by the batcher.
 * A getter that reverts says nothing, and so denies. Whether the batcher deployed the set is another question.
 *
 * Throws a Denial legacy_….
 */
export function checkParties({ named, parties, sender, batcher, hasCode }: PartiesToCheck): void {
  const require = (condition: boolean, code: DenialCode) => {
    if (!condition) throw new Denial(code)
  }
  const { vault, wrapper, shareToken, asset, ofWrapper, ofShareToken, ofVestings } = parties
  for (const address of named.vestings) {
    require(hasCode(address) !== false, 'legacy_vesting_not_deployed')
    require(isSame(ofVestings[address]?.beneficiary, sender), 'legacy_vesting_beneficiary_mismatch')
    require(isSame(ofVestings[address]?.token, shareToken), 'legacy_shareoft_mismatch')
  }
  if (wrapper !== null) require(hasCode(wrapper) !== false, 'legacy_wrapper_not_deployed')
  if (ofWrapper && named.vault === undefined) require(ofWrapper.vault !== null, 'legacy_wrapper_vault_mismatch')
  if (vault !== null) require(hasCode(vault) !== false, 'legacy_vault_not_deployed')
  require(asset !== null, 'legacy_vault_asset_not_found')
  // Without them the set is not known, and so not deployed by the batcher.
  if (!ofWrapper || !ofShareToken) return
  require(ofShareToken.vault !== null || ofShareToken.owner !== null, 'legacy_shareoft_not_deployed')
  require(isSame(ofWrapper.vault, vault), 'legacy_wrapper_vault_mismatch')
  require(isSame(ofWrapper.creatorCoin, asset), 'legacy_wrapper_creator_token_mismatch')
  require(isSame(ofWrapper.owner, batcher), 'legacy_wrapper_owner_mismatch')
  require(ofWrapper.shareOFT !== null, 'legacy_wrapper_shareoft_not_found')
  require(isSame(ofWrapper.shareOFT, shareToken), 'legacy_wrapper_shareoft_mismatch')
  require(isSame(ofShareToken.vault, vault), 'legacy_shareoft_vault_mismatch')
  require(isSame(ofShareToken.owner, batcher), 'legacy_shareoft_owner_mismatch')
}

/** The deployment that is exactly these contracts. */
export const deploymentFor = (
  { vault, wrapper, shareToken, asset }: Parties,
  deployments: readonly Deployment[],
): Deployment | undefined =>
  deployments.find(
    (one) =>
      isSame(vault, one.vault) &&
      isSame(wrapper, one.wrapper) &&
      isSame(shareToken, one.shareToken) &&
      isSame(asset, one.creatorToken),
  )

const isSame = (a: Address | null | undefined, b: Address | null | undefined): boolean =>
  typeof a === 'string' && typeof b === 'string' && isAddressEqual(a, b)
