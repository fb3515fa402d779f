import type { Address } from 'viem'
import type { CreditStanding } from '../../shared/domain/lottery/amoe/creditLedger.ts'
import type { Context } from '../../shared/http/handler.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { type AgentFiles, createAgentFiles } from '../../shared/store/agentFiles.ts'
import { type Auctions, createAuctions } from '../../shared/store/auctions.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { createFeedbackRows, type FeedbackRows } from '../../shared/store/feedbackRows.ts'
import { createRoomRules, type RoomRuleStore } from '../../shared/store/roomRules.ts'
import { stored } from '../../shared/store/stored.ts'
import { createTrendProfiles, type TrendProfileStore } from '../../shared/store/trendProfiles.ts'
import { createVaults, type Vaults } from '../../shared/store/vaults.ts'
import type { ContextEnv } from './env.ts'
import { createTrendTickers, type TrendTickers } from './store/trendTickers.ts'
import { createWalletLogs, type WalletLogs } from './store/walletLogs.ts'

export interface WalletsContext extends Context {
  readonly store: LogStore
  readonly vaults: Vaults
  readonly auctions: Auctions
  readonly rules: RoomRuleStore
  readonly accounts: AccountStore
  readonly profiles: TrendProfileStore
  readonly feedback: FeedbackRows
  readonly walletLogs: WalletLogs
  readonly agentFiles: AgentFiles
  readonly tickers: TrendTickers
  /** The credits of an account, and the pending entries of a wallet. Throws store_unavailable. */
  readonly standing: (profileId: string, wallet: Address) => Promise<CreditStanding>
}

export const createWalletsContext = (common: Context, { DB, AMOE_LEDGER }: ContextEnv): WalletsContext => ({
  ...common,
  store: createLogStore(DB),
  vaults: createVaults(openDatabase(DB)),
  auctions: createAuctions(openDatabase(DB)),
  rules: createRoomRules(DB),
  accounts: createAccountStore(DB),
  profiles: createTrendProfiles(DB),
  feedback: createFeedbackRows(DB),
  walletLogs: createWalletLogs(DB),
  agentFiles: createAgentFiles(openDatabase(DB)),
  tickers: createTrendTickers(DB),
  standing: (profileId, wallet) => stored(() => AMOE_LEDGER.getByName(profileId).standing(wallet)),
})
