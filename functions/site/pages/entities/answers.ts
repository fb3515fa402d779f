import type * as z from 'zod'
import type { AgentFeedback } from '../../../../schema/agents/feedbackAnswers.ts'
import type { RegisteredAgents } from '../../../../schema/agents/list.ts'
import type { AgentProfile } from '../../../../schema/agents/profile.ts'
import type { AuctionBids } from '../../../../schema/auction/events.ts'
import type { Auctions as AuctionList } from '../../../../schema/auction/list.ts'
import type { AuctionStatus } from '../../../../schema/auction/status.ts'
import type { GaugeVaults } from '../../../../schema/gauge/index.ts'
import type { LotteryCreator } from '../../../../schema/lottery/reads.ts'
import type { AsOf } from '../../../../schema/common.ts'
import type { Provenance as ContractProvenance } from '../../../../schema/provenance.ts'
import type { VaultReport } from '../../../../schema/vault/report.ts'
import type { VaultStrategies } from '../../../../schema/vault/strategy.ts'

/** The block that an answer is as of. */
export type Moment = z.output<typeof AsOf>
export type Provenance = z.output<typeof ContractProvenance>
export type Report = z.output<typeof VaultReport>
export type { History } from '../../draw/assetsOverTime.ts'
export type Strategies = z.output<typeof VaultStrategies>
export type Auction = z.output<typeof AuctionStatus>
export type Auctions = z.output<typeof AuctionList>
export type Jackpot = z.output<typeof LotteryCreator>
export type Votes = z.output<typeof GaugeVaults>
export type Bids = z.output<typeof AuctionBids>
export type Registered = z.output<typeof RegisteredAgents>
type Feedback = z.output<typeof AgentFeedback>
export type Summary = Extract<Feedback, { readonly mode: 'summary' }>
export type Entries = Extract<Feedback, { readonly mode: 'indexed' }>
export type Profile = z.output<typeof AgentProfile>
