import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import {
  AUCTION,
  LAUNCH_ARM,
  SHARE_TOKEN,
  STRATEGY,
  type Target,
  VAULT,
} from '../../../shared/domain/provenance/kinds.ts'
import { laneCalls } from '../../../shared/domain/vault/laneCalls.ts'

/** The reads that show which kinds of contract an address is proven to be, and the lane of each. */
export function placeCalls(describe: Describe, registry: Address, target: Target) {
  const { at } = describe
  const lane = (coin: Target) => laneCalls(describe, registry, coin)
  const [arm, auction] = [LAUNCH_ARM.calls(describe, registry, target), AUCTION.calls(describe, registry, target)]
  const strategy = STRATEGY.calls(describe, registry, target)
  return {
    address: target,
    symbol: at(target, erc20Abi)('symbol'),
    name: at(target, erc20Abi)('name'),
    asCoin: lane(target),
    asVault: lane(VAULT.calls(describe, registry, target).coin),
    asShare: lane(SHARE_TOKEN.calls(describe, registry, target).coin),
    asArm: { proof: arm, lane: lane(arm.listed.coin) },
    asAuction: { proof: auction, lane: lane(auction.coin) },
    asStrategy: { proof: strategy, lane: lane(strategy.listed.coin) },
  }
}

export type PlaceReads = Resolved<ReturnType<typeof placeCalls>>
