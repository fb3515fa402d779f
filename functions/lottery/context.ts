import type { lottery } from '../../schema/lottery/index.ts'
import type { Address } from 'viem'
import type { PriorReader } from '../../shared/chain/createPriorReader.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import type { Authority } from '../../shared/domain/authority/createAuthority.ts'
import type { LogStore } from '../../shared/store/createLogStore.ts'
import type { KeyCoverageStore } from './store/keyCoverage.ts'
import type { Amoe } from './amoe/createAmoe.ts'
import type { Ingest } from './ingest/ingestSignatures.ts'
import type { MarketplaceSettings } from './marketplace/MarketplaceSettings.ts'

export interface LotteryContext extends Context {
  readonly store: LogStore
  readonly authority: Authority
  readonly coverage: KeyCoverageStore
  readonly readPrior: PriorReader
  readonly amoe: Amoe
  readonly amoeRelayers: readonly Address[]
  /** undefined if no other chain is configured. */
  readonly ingest: Ingest | undefined
  readonly marketplace: MarketplaceSettings | undefined
}
export type LotteryHandler<O extends keyof typeof lottery> = Handler<(typeof lottery)[O], LotteryContext>
