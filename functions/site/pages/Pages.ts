import type { Concept } from './concepts/ConceptsPage.ts'
import type { ErrorPage, ErrorSection } from './errors/ErrorPage.ts'
import type { FrontPage } from './front/FrontPage.ts'
import type { Frame } from './Frame.ts'
import type { GuidePage, GuideTopic } from './guides/GuidePage.ts'
import type { FamilyPage } from './reference/FamilyPage.ts'
import type { OperationPage } from './reference/OperationPage.ts'
import type { ReferencePage } from './reference/ReferencePage.ts'
import type { AgentPage, AuctionPage, UnreadPage, VaultPage } from './things/ThingPage.ts'

/**
 * What renders the pages: each takes what a page shows, and returns its HTML. Components know the types of a browser, which Workers
 * and the build do not have; this is all that those see of them.
 */
export interface Pages {
  family(frame: Frame, page: FamilyPage): string
  front(frame: Frame, page: FrontPage): string
  operation(frame: Frame, page: OperationPage): string
  guide(frame: Frame, page: GuidePage): string
  guides(frame: Frame, topics: readonly GuideTopic[]): string
  error(frame: Frame, page: ErrorPage): string
  errors(frame: Frame, sections: readonly ErrorSection[]): string
  concepts(frame: Frame, concepts: readonly Concept[]): string
  status(frame: Frame): string
  notFound(frame: Frame): string
  reference(frame: Frame, page: ReferencePage): string
}

/** Pages that the Worker renders when they are asked for. */
export interface ThingPages {
  vault(frame: Frame, page: VaultPage): string
  auction(frame: Frame, page: AuctionPage): string
  agent(frame: Frame, page: AgentPage): string
  /** In place of the page of a thing that does not exist, or could not be read. */
  unread(frame: Frame, page: UnreadPage): string
}
