import type { auction } from '../../schema/auction/index.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import type { Auctions } from '../../shared/store/auctions.ts'
import type { LogStore } from '../../shared/store/createLogStore.ts'

export interface AuctionContext extends Context {
  readonly store: LogStore
  readonly auctions: Auctions
}

export type AuctionHandler<O extends keyof typeof auction> = Handler<(typeof auction)[O], AuctionContext>
