import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import { auctionAbi, launchArmAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { lpStrategyAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { allocationCalls } from '../../../shared/domain/vault/allocationCalls.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { laneCalls } from '../../../shared/domain/vault/laneCalls.ts'
import { registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'

type Target = Address | Ref<Address>

/**
 * The reads that show what an address is. The registry confirms coins, vaults and share tokens, a vault of the registry its
 * launch arm and strategies, a launch arm its auctions. The claims of the contract itself only select the contracts to read.
 */
export function placeCalls(describe: Describe, registryAddress: Address, target: Target) {
  const { at } = describe
  const registry = at(registryAddress, registryAbi)
  const lane = (coin: Target) => laneCalls(describe, registryAddress, coin)
  const armOf = (vault: Ref<Address>) => at(vault, creatorVaultAbi)('ccaLaunchArm')

  const backing = describe.word<Address>(at(target, launchArmAbi)('getBackingTelemetry'), 0)
  const sold = lane(registry('getTokenForShareOFT', [at(target, auctionAbi)('token')]))
  const seller = armOf(sold.vault)
  const employer = at(target, lpStrategyAbi)('vault')
  return {
    address: target,
    symbol: at(target, erc20Abi)('symbol'),
    name: at(target, erc20Abi)('name'),
    asCoin: lane(target),
    asVault: lane(registry('getTokenForVault', [target])),
    asShare: lane(registry('getTokenForShareOFT', [target])),
    asArm: { arm: armOf(backing), lane: lane(registry('getTokenForVault', [backing])) },
    asAuction: {
      arm: seller,
      current: at(seller, launchArmAbi)('currentAuction'),
      past: at(seller, launchArmAbi)('getPastAuctions'),
      lane: sold,
    },
    asStrategy: {
      book: allocationCalls(describe, employer, target),
      lane: lane(registry('getTokenForVault', [employer])),
    },
  }
}

export type PlaceReads = Resolved<ReturnType<typeof placeCalls>>
