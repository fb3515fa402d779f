import type { FrontPage } from './front/FrontPage.ts'
import type { Frame } from './Frame.ts'
import type { OperationPage } from './reference/OperationPage.ts'
import type { AgentPage, AuctionPage, UnreadPage, VaultPage } from './things/ThingPage.ts'

/**
 * What renders the pages: each takes what a page shows, and returns its HTML. Components know the types of a browser, which Workers
 * and the build do not have; this is all that those see of them.
 */
export interface Pages {
  front(frame: Frame, page: FrontPage): string
  operation(frame: Frame, page: OperationPage): string
}

/** Pages that the Worker renders when they are asked for. */
export interface ThingPages {
  vault(frame: Frame, page: VaultPage): string
  auction(frame: Frame, page: AuctionPage): string
  agent(frame: Frame, page: AgentPage): string
  /** In place of the page of a thing that does not exist, or could not be read. */
  unread(frame: Frame, page: UnreadPage): string
}
