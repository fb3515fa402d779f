import type { Env } from '../../shared/env/env.ts'
import type { Context } from '../../shared/http/handler.ts'
import type { LogStore } from '../../shared/store/createLogStore.ts'

export interface AuctionEnv extends Env {
  readonly DB: D1Database
}

export interface AuctionContext extends Context<AuctionEnv> {
  readonly store: LogStore
}
