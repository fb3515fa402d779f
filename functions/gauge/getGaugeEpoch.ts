import type { gauge } from '../../schema/gauge/index.ts'
import { gaugeVotingAbi } from '../../shared/domain/gauge/gaugeVotingAbi.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { decimal, integer } from '../../shared/text/decimal.ts'
import { epochCalls, epochOf } from '../../shared/domain/gauge/epochCalls.ts'

/** A rule of the contract that has no public getter. */
const MAX_VAULTS_PER_VOTE = 10

/**
 * The current epoch and the odds budget, from the gauge (currentEpoch, genesisEpochStart, epochStartTime, epochEndTime,
 * timeUntilNextEpoch, VOTE_FREEZE_WINDOW, EPOCH_DURATION, getTotalWeight, getTotalGaugeProbabilityBps and -PPM,
 * MAX_PER_VAULT_PPM).
 *
 * Throws role_not_configured without a gauge, and what a chain read throws.
 */
export const getGaugeEpoch: Handler<typeof gauge.getGaugeEpoch> = async (_, { chain }) => {
  const gaugeVoting = chain.role('gaugeVoting')
  const { value, asOf } = await chain.read((describe) => {
    const gauge = describe.at(gaugeVoting, gaugeVotingAbi)
    return {
      epoch: epochCalls(describe, gaugeVoting),
      duration: gauge('EPOCH_DURATION'),
      totalWeight: gauge('getTotalWeight'),
      budgetBps: gauge('getTotalGaugeProbabilityBps'),
      budgetPPM: gauge('getTotalGaugeProbabilityPPM'),
      maxPerVaultPPM: gauge('MAX_PER_VAULT_PPM'),
    }
  })
  const epoch = epochOf(gaugeVoting, value.epoch, asOf.timestamp)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      gaugeVoting,
      currentEpoch: epoch.current,
      started: epoch.started,
      genesisEpochStart: epoch.genesis,
      epochDurationSec: integer(value.duration) ?? epoch.end - epoch.start,
      epochStart: epoch.start,
      epochEnd: epoch.end,
      timeUntilNextEpochSec: epoch.untilNext,
      voteFreezeWindowSec: epoch.freezeWindow,
      voteFrozen: epoch.frozen,
      votingOpen: epoch.started && !epoch.frozen,
      totalWeight: decimal(value.totalWeight),
      gaugeProbabilityBudgetBps: integer(value.budgetBps),
      gaugeProbabilityBudgetPPM: integer(value.budgetPPM),
      maxPerVaultPPM: integer(value.maxPerVaultPPM),
      maxVaultsPerVote: MAX_VAULTS_PER_VOTE,
    },
  }
}
