import { type Address, type Hash, isAddressEqual } from 'viem'
import type { BlockPoint, Chain } from '../../../shared/chain/chain.ts'
import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { readTransactions, transactionCalls } from '../events/entryTransactions.ts'
import { allLaneCalls } from '../jackpot/laneCalls.ts'
import { managerCalls, requireManager, vrfCalls } from '../jackpot/managerCalls.ts'
import { laneItem, priceLane, priceLanes } from '../jackpot/priceLane.ts'
import { dollars } from '../jackpot/usd.ts'

/** The number of the newest block, for reads at an earlier one. */
const HEAD_CALL: RpcCall = { method: 'eth_blockNumber', params: [] }

/**
 * Everything that the live view needs from the chain, in one read, including the transactions of its newest entries, at
 * the newest block or `at` another. `head` is the number of the newest one, null if the node does not say. Throws
 * role_not_configured, and what a chain read throws.
 */
export async function liveChain(
  chain: Chain,
  lotteryManager: Address,
  { hashes, at }: { readonly hashes: readonly Hash[]; readonly at: BlockPoint | undefined },
) {
  const { registry, creatorCoin } = chain.config.contracts
  const { value, asOf, carried } = await chain.read(
    (describe) => ({
      manager: managerCalls(describe, lotteryManager),
      vrf: vrfCalls(describe, lotteryManager),
      lanes: registry ? allLaneCalls(describe, lotteryManager, registry) : null,
    }),
    [...transactionCalls(hashes), ...(at ? [HEAD_CALL] : [])],
    at,
  )
  const { rewardBps, isActive, rules } = requireManager(lotteryManager, value.manager)
  const list = value.lanes?.list ?? []
  const all = priceLanes({ list, count: value.lanes?.count ?? null }, rules, asOf)
  // The protocol's own coin if there is one, else the first lane.
  const own = list.find(({ coin }) => coin !== null && creatorCoin !== undefined && isAddressEqual(coin, creatorCoin))
  const shown = own ?? list[0]
  const priced = shown && priceLane(shown, rules, asOf)
  return {
    asOf,
    head: at ? numberIn(carried.at(-1)) : Number(asOf.blockNumber),
    isActive,
    paused: value.manager.paused,
    oracleFresh: priced?.isFresh ?? null,
    ...value.vrf,
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
      lanes: all.lanes.map(laneItem),
    },
  }
}

function numberIn(reply: RpcReply | undefined): number | null {
  const number = reply && 'result' in reply ? Number(reply.result) : NaN
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

export type LiveChain = Awaited<ReturnType<typeof liveChain>>
