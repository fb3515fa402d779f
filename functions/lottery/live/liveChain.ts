import { isAddressEqual, type Address, type Hash } from 'viem'
import { lotteryManagerAbi } from '../../../shared/domain/lottery/lotteryManagerAbi.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { knownAddress } from '../../../shared/chain/knownAddress.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { readTransactions, transactionCalls } from '../events/entryTransactions.ts'
import { allLaneCalls } from '../jackpot/laneCalls.ts'
import { managerCalls, requireManager } from '../jackpot/managerCalls.ts'
import { priceLane, priceLanes } from '../jackpot/priceLane.ts'
import { dollars } from '../jackpot/usd.ts'

/**
 * What a look at the lottery needs of the chain, in one read, the transactions of its newest entries among it. Throws
 * role_not_configured, and what a chain read throws.
 */
export async function liveChain(chain: Chain, lotteryManager: Address, hashes: readonly Hash[]) {
  const { registry, creatorCoin } = chain.config.contracts
  const { value, asOf, carried } = await chain.read((describe) => {
    const manager = describe.at(lotteryManager, lotteryManagerAbi)
    return {
      manager: managerCalls(describe, lotteryManager),
      deferred: manager('deferredVrfQueueLength'),
      localVrf: manager('useLocalVRF'),
      lanes: registry ? allLaneCalls(describe, lotteryManager, registry) : null,
    }
  }, transactionCalls(hashes))
  const { rewardBps, isActive, rules } = requireManager(lotteryManager, value.manager)
  const list = value.lanes?.list ?? []
  const all = priceLanes({ list, count: value.lanes?.count ?? null }, rules, asOf)
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
    evidence: { transactions: readTransactions(hashes, carried), relayer: knownAddress(value.manager.relayer) },
    jackpot: {
      creatorCoin: shown?.coin ?? null,
      shares: decimal(priced?.shares ?? null),
      usd: dollars(priced?.usd ?? null),
      payableUsd: dollars(priced?.payable ?? null),
      payoutCapUsd: dollars(rules.cap),
      rewardPercentageBps: String(rewardBps),
      totalUsd: dollars(all.total),
      pricedUsd: value.lanes ? dollars(all.priced) : null,
      unpricedLanes: all.unpriced,
      lanesTruncated: all.isTruncated,
      lanes: all.lanes,
    },
  }
}

export type LiveChain = Awaited<ReturnType<typeof liveChain>>
