import type { Context } from '../../shared/http/handler.ts'
import type { LogStore } from '../../shared/store/createLogStore.ts'

export interface AuctionContext extends Context {
  readonly store: LogStore
}
