import { isAddressEqual, type Address } from 'viem'
import { lotteryManagerAbi } from '../../../shared/abi/lotteryManager.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { allLaneCalls } from '../jackpot/laneCalls.ts'
import { managerCalls, requireManager } from '../jackpot/managerCalls.ts'
import { priceLane, priceLanes } from '../jackpot/priceLane.ts'
import { dollars } from '../jackpot/usd.ts'

/** What a look at the lottery needs of the chain, in one read. Throws role_not_configured, and what a chain read throws. */
export async function liveChain(chain: Chain, lotteryManager: Address) {
  const { registry, creatorCoin } = chain.config.contracts
  const { value, asOf } = await chain.read((describe) => {
    const manager = describe.at(lotteryManager, lotteryManagerAbi)
    return {
      manager: managerCalls(describe, lotteryManager),
      deferred: manager('deferredVrfQueueLength'),
      localVrf: manager('useLocalVRF'),
      lanes: registry ? allLaneCalls(describe, lotteryManager, registry) : null,
    }
  })
  const { rewardBps, isActive, rules } = requireManager(lotteryManager, value.manager)
  const list = value.lanes?.list ?? []
  const all = priceLanes(list, rules, asOf)
  // The protocol's own coin where there is one, else the first lane.
  const own = list.find(({ coin }) => coin !== null && creatorCoin !== undefined && isAddressEqual(coin, creatorCoin))
  const shown = own ?? list[0]
  const priced = shown && priceLane(shown, rules, asOf)
  return {
    asOf,
    isActive,
    paused: value.manager.paused,
    oracleFresh: priced?.isFresh ?? null,
    deferred: value.deferred,
    localVrf: value.localVrf,
    relayer: value.manager.relayer?.toLowerCase() ?? null,
    jackpot: {
      creatorCoin: shown?.coin ?? null,
      shares: decimal(priced?.shares ?? null),
      usd: dollars(priced?.usd ?? null),
      payableUsd: dollars(priced?.payable ?? null),
      payoutCapUsd: dollars(rules.cap),
      rewardPercentageBps: String(rewardBps),
      totalUsd: value.lanes ? dollars(all.total) : null,
      lanes: all.lanes,
    },
  }
}

export type LiveChain = Awaited<ReturnType<typeof liveChain>>
