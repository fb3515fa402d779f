import { agentFeedback } from './feedback.ts'
import { agentProfile } from './profile.ts'
import { auction } from '../auction/index.ts'
import type { FamilyName } from '../families.ts'
import { gauge } from '../gauge/index.ts'
import { lotteryReads } from '../lottery/reads.ts'
import { lpstrat } from '../lpstrat/index.ts'
import type { Operation } from '../operation.ts'
import { tokenReads } from '../token/reads.ts'
import { vaultReads } from '../vault/reads.ts'
import { vaultExplore } from '../vault/explore.ts'
import { vaultHistory } from '../vault/history.ts'
import { vetoken } from '../vetoken/index.ts'

/** Families that the assistant reads from. */
export type ReadFamily = Extract<
  FamilyName,
  'token' | 'vault' | 'auction' | 'lottery' | 'gauge' | 'vetoken' | 'lpstrat' | 'agents'
>

/** The reads that the assistant may ask for: public ones, without a credential, that answer JSON. */
export const AGENT_READS: Readonly<Record<ReadFamily, readonly Operation[]>> = {
  token: [tokenReads.getTokenMetadata],
  vault: [
    vaultReads.getVaultReport,
    vaultReads.getVaultStrategies,
    vaultExplore.listExploreVaults,
    vaultHistory.getVaultHistory,
  ],
  auction: [auction.getAuctionStatus, auction.listAuctionRecentBids],
  lottery: [lotteryReads.getLotteryGlobal, lotteryReads.getLotteryCreator, lotteryReads.listLotteryRecentWinners],
  gauge: [gauge.getGaugeEpoch, gauge.listGaugeVaults, gauge.getGaugeUserVotes],
  vetoken: [vetoken.getVetokenUser],
  lpstrat: [lpstrat.getLpStrategy],
  agents: [agentProfile.getAgentProfile, agentFeedback.getAgentFeedback],
}

/**
 * Parameters that are not the model's to choose: which chain and block are answered, so that caches answer it as they do
 * anyone; and pages, since it sees the first alone.
 */
export const NOT_OF_TOOLS: readonly string[] = ['minBlock', 'block', 'chain', 'chainId', 'cursor']
