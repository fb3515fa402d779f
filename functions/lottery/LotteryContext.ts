import type { Address } from 'viem'
import type { Env } from '../../shared/http/env.ts'
import type { Context } from '../../shared/http/handler.ts'
import type { Store } from '../../shared/store/createStore.ts'
import type { MarketplaceSettings } from './marketplace/readMarketplace.ts'

export interface LotteryEnv extends Env {
  readonly DB: D1Database
  /** Accounts and wallets that relay free entries, beside the authorised relayer: addresses, separated by commas or blanks. */
  readonly AMOE_RELAYERS?: string
  /** The marketplace documents as JSON (marketplace/readMarketplace.ts); absent: 503 there. */
  readonly MARKETPLACE?: string
}

export interface LotteryContext extends Context<LotteryEnv> {
  readonly store: Store
  readonly amoeRelayers: readonly Address[]
  readonly marketplace: MarketplaceSettings | undefined
}
