import { getAddress, type Address } from 'viem'
import { creatorVaultAbi } from '../../../shared/abi/creatorVault.ts'
import { launchArmAbi } from '../../../shared/abi/launchArm.ts'
import { registryAbi } from '../../../shared/abi/registry.ts'
import type { Describe, Ref } from '../../../shared/chain/calls.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { knownAddress } from '../../../shared/chain/knownAddress.ts'
import { LANES } from '../../../shared/chain/readLanes.ts'

/** Past auctions taken of one launch arm. */
const PAST = 64

/**
 * The auctions to follow, sorted: those of the configuration, and those that the launch arms of the configuration and of
 * the registry's vaults have held. One upstream request for 100 lanes; throws what a chain read throws.
 */
export async function readAuctions(chain: Chain): Promise<Address[]> {
  const { auction, auctionErc20, launchArm } = chain.config.contracts
  const registry = chain.role('registry')
  const found = new Set<Address>([auction, auctionErc20].flatMap((address) => (address ? [getAddress(address)] : [])))
  for (let offset = 0; ; offset += LANES) {
    const { value } = await chain.read((describe) => {
      const lane = describe.at(registry, registryAbi)
      return {
        count: lane('getTokenCount'),
        configured: launchArm && offset === 0 ? heldBy(describe, launchArm) : null,
        ofLanes: describe.each(lane('getTokensPaginated', [BigInt(offset), BigInt(LANES)]), LANES, (coin) => {
          const vault = lane('getVaultForToken', [coin])
          return heldBy(describe, describe.at(vault, creatorVaultAbi)('ccaLaunchArm'))
        }),
      }
    })
    for (const held of [value.configured, ...value.ofLanes])
      for (const address of [held?.current ?? null, ...(held?.past ?? []).slice(-PAST)])
        if (address && knownAddress(address)) found.add(getAddress(address))
    if (offset + LANES >= (value.count ?? 0n)) return [...found].sort()
  }
}

const heldBy = ({ at }: Describe, arm: Address | Ref<Address>) => ({
  current: at(arm, launchArmAbi)('currentAuction'),
  past: at(arm, launchArmAbi)('getPastAuctions'),
})
