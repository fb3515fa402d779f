import { formatUnits } from 'viem'
import { knownAddress } from '../../shared/text/address.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { boostCall, laneCalls } from './jackpot/laneCalls.ts'
import { managerCalls, requireManager } from './jackpot/managerCalls.ts'
import { priceLane } from './jackpot/priceLane.ts'
import { dollars } from './jackpot/usd.ts'
import type { LotteryHandler } from './context.ts'

/**
 * The lottery of one creator coin, from the lottery manager (getTokenLotteryStats), the registry's lane, its share
 * token (convertToAssets) and oracle (getAssetPrice), and the voting gauge if one is configured.
 *
 * Throws role_not_configured, not_a_creator_coin if the registry does not know the coin, and what a chain read throws.
 */
export const getLotteryCreator: LotteryHandler<'getLotteryCreator'> = async (
  { params: { creatorCoin } },
  { chain },
) => {
  const lotteryManager = chain.role('lotteryManager')
  const registry = chain.role('registry')
  const { gaugeVoting } = chain.config.contracts
  const { value, asOf } = await chain.read((describe) => {
    const lane = laneCalls(describe, lotteryManager, registry, creatorCoin)
    return {
      manager: managerCalls(describe, lotteryManager),
      lane,
      boost: boostCall(describe, gaugeVoting, lane.vault),
    }
  })
  const { lane } = value
  const { rules } = requireManager(lotteryManager, value.manager)
  if (lane.vault === null)
    throw new ApiError('role_not_configured', `registry: ${registry} does not implement the registry interface`)
  if (!lane.stats || knownAddress(lane.vault) === null)
    throw new ApiError('not_a_creator_coin', `creatorCoin: ${creatorCoin} is not in the registry`)
  const [entries, winners, rewardsPaid, shares] = lane.stats
  const priced = priceLane(lane, rules, asOf)
  const [price, timestamp] = lane.price ?? [0n, 0n]
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      lotteryManager,
      creatorCoin,
      creatorCoinSource: 'request',
      isActive: lane.active,
      vault: knownAddress(lane.vault),
      shareToken: knownAddress(lane.shareToken),
      shareDecimals: lane.shareDecimals,
      coinDecimals: lane.coinDecimals,
      entries: String(entries),
      winners: String(winners),
      rewardsPaid: String(rewardsPaid),
      jackpotBalanceShares: String(shares),
      jackpotAssets: decimal(priced.assets),
      jackpotUsd: dollars(priced.usd),
      payableUsd: dollars(priced.payable),
      payoutCapUsd: dollars(rules.cap),
      oracle: {
        address: knownAddress(lane.oracle),
        priceUsd: price > 0n ? formatUnits(price, 18) : null,
        priceTimestamp: price > 0n && timestamp <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(timestamp) : null,
        isFresh: priced.isFresh,
        maxAgeSeconds: Number(rules.maxAge),
      },
      gaugeBoostPPM: decimal(value.boost),
    },
  }
}
