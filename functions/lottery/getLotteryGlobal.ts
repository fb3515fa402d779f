import { isAddressEqual } from 'viem'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { knownAddress } from '../../shared/text/address.ts'
import { decimal } from '../../shared/text/decimal.ts'
import type { LotteryHandler } from './context.ts'
import { countIndexed, countSources } from './events/countSources.ts'
import { allLaneCalls } from './jackpot/laneCalls.ts'
import { counterCalls, managerCalls, requireManager } from './jackpot/managerCalls.ts'
import { laneItem, priceLanes } from './jackpot/priceLane.ts'
import { dollars } from './jackpot/usd.ts'

/** A router of free entries counts them per day. */
const AMOE_EPOCH_SECONDS = 86_400n

/**
 * Totals, settings and jackpots, from the lottery manager (its counters, lotteryConfig, getTokenLotteryStats of each
 * coin), the registry's lanes, their share tokens (convertToAssets) and oracles. A value without a getter is null. Free
 * entries are counted as of the same block, from the log index and the logs since.
 *
 * Throws role_not_configured, and what a chain read throws.
 */
export const getLotteryGlobal: LotteryHandler<'getLotteryGlobal'> = async (_, context) => {
  const { chain } = context
  const lotteryManager = chain.role('lotteryManager')
  const { registry, amoeRouter } = chain.config.contracts
  const reading = chain.read((describe) => ({
    manager: managerCalls(describe, lotteryManager),
    counters: counterCalls(describe, lotteryManager),
    lanes: registry ? allLaneCalls(describe, lotteryManager, registry) : null,
  }))
  const [{ value, asOf }, indexed] = await Promise.all([reading, countIndexed(context)])
  const { manager, counters, lanes } = value
  const settings = requireManager(lotteryManager, manager)
  const { entries, winners, rewardsPaid } = counters
  if (entries === null || winners === null || rewardsPaid === null)
    throw new ApiError('role_not_configured', `lotteryManager: ${lotteryManager} does not return its totals`)
  const jackpots = priceLanes(lanes ?? { list: [], count: null }, settings.rules, asOf)
  const relayer = knownAddress(manager.relayer)
  const { trade, amoe } = counters
  // An unsettled entry was bought only if every call of the manager must have come through the router.
  const routed = manager.relayer !== null && (!relayer || (!!amoeRouter && isAddressEqual(relayer, amoeRouter)))
  const { sources, failure }: Awaited<ReturnType<typeof countSources>> =
    trade !== null && amoe !== null
      ? { sources: { trade, amoe, indexedToBlock: null } }
      : await countSources(context, indexed, { entries, asOf, routed })
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      lotteryManager,
      stats: {
        entries: String(entries),
        winners: String(winners),
        rewardsPaid: String(rewardsPaid),
        remoteEntries: decimal(counters.remote),
      },
      config: {
        minSwapAmountUsd1e6: String(settings.minSwap),
        rewardPercentageBps: String(settings.rewardBps),
        isActive: settings.isActive,
        baseWinChancePPM: String(settings.baseWinChance),
        maxWinChancePPM: String(settings.maxWinChance),
        usdMultiplierBps: String(settings.multiplierBps),
        baseCeilingPPM: decimal(manager.baseCeiling),
        singleVaultJackpotOnly: manager.singleVault,
        minVaultWeightBps: decimal(counters.minVaultWeight),
        amoe: {
          enabled: counters.amoeEnabled ?? (manager.relayer === null ? null : relayer !== null),
          relayer,
          router: amoeRouter ?? null,
          signer: knownAddress(counters.amoeSigner),
          maxEntriesPerBuyerPerEpoch: counters.amoeMaxEntries,
          epochDurationSeconds: decimal(counters.amoeEpoch ?? (amoeRouter ? AMOE_EPOCH_SECONDS : null)),
        },
        entrySources: {
          trade: decimal(sources.trade),
          amoe: decimal(sources.amoe),
          indexedToBlock: decimal(sources.indexedToBlock),
        },
      },
      paused: manager.paused,
      jackpotUsd: dollars(jackpots.total),
      pricedUsd: lanes ? dollars(jackpots.priced) : null,
      unpricedLanes: jackpots.unpriced,
      lanesTruncated: jackpots.isTruncated,
      payoutCapUsd: dollars(settings.rules.cap),
      lanes: jackpots.lanes.map(laneItem),
      laneCount: decimal(lanes?.count ?? null),
      missing: failure === undefined ? {} : { entrySources: failure },
    },
    partial: failure !== undefined,
  }
}
