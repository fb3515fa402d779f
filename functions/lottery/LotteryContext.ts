import type { Address } from 'viem'
import type { AuthEnv } from '../../shared/auth/authenticate.ts'
import type { PriorReader } from '../../shared/chain/createPriorReader.ts'
import type { Context } from '../../shared/http/handler.ts'
import type { AccountStore } from '../../shared/store/accounts.ts'
import type { LogStore } from '../../shared/store/createLogStore.ts'
import type { KeyCoverageStore } from '../../shared/store/keyCoverage.ts'
import type { Amoe, AmoeEnv } from './amoe/createAmoe.ts'
import type { Ingest } from './ingest/ingestSignatures.ts'
import type { IngestEnv } from './ingest/IngestSettings.ts'
import type { MarketplaceSettings } from './marketplace/readMarketplace.ts'

export interface LotteryEnv extends AuthEnv, AmoeEnv, IngestEnv {
  readonly DB: D1Database
  /** Accounts and wallets that relay free entries, beside the authorised relayer: addresses, separated by commas or spaces. */
  readonly AMOE_RELAYERS?: string
  /** Blocks before the newest at which staked keys are read; 1 by default. */
  readonly KEY_COVERAGE_LAG?: string
  /** The marketplace documents as JSON (marketplace/readMarketplace.ts); absent: 503 there. */
  readonly MARKETPLACE?: string
}

export interface LotteryContext extends Context<LotteryEnv> {
  readonly store: LogStore
  readonly accounts: AccountStore
  readonly coverage: KeyCoverageStore
  readonly readPrior: PriorReader
  readonly amoe: Amoe
  readonly amoeRelayers: readonly Address[]
  /** undefined where no other chain is configured. */
  readonly ingest: Ingest | undefined
  readonly marketplace: MarketplaceSettings | undefined
}
