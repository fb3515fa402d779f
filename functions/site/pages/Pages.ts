import type { ErrorPage, ErrorSection } from './errors/ErrorPage.ts'
import type { Frame } from './Frame.ts'
import type { Highlighted } from './shell/RichText.ts'
import type { FamilyPage, ReferencePage } from './reference/ReferencePage.ts'
import type { OperationPage, Sample } from './reference/OperationPage.ts'
import type { AgentPage, AuctionPage, UnreadPage, VaultPage } from './entities/EntityPage.ts'
import type { ListPage } from './lists/ListPage.ts'
import type { SequenceSteps } from '../draw/SequenceSteps.ts'

/**
 * Renderers of pages: each takes the content of a page and returns its HTML. Components know the types of a browser, which Workers
 * and the build do not have; this is all that those see of them.
 */
export interface Pages {
  family(frame: Frame, page: FamilyPage): string
  front(frame: Frame, page: FrontPage): string
  operation(frame: Frame, page: OperationPage): string
  guide(frame: Frame, page: GuidePage): string
  guides(frame: Frame, parts: readonly GuidePart[]): string
  error(frame: Frame, page: ErrorPage): string
  errors(frame: Frame, sections: readonly ErrorSection[]): string
  concepts(frame: Frame, concepts: readonly Concept[]): string
  status(frame: Frame): string
  review(frame: Frame): string
  notFound(frame: Frame): string
  reference(frame: Frame, page: ReferencePage): string
}

/** Pages that the Worker renders for each request. */
export interface EntityPages {
  vault(frame: Frame, page: VaultPage): string
  auction(frame: Frame, page: AuctionPage): string
  agent(frame: Frame, page: AgentPage): string
  /** All vaults, auctions or agents. */
  list(frame: Frame, page: ListPage): string
  /** In place of the page of an entity that does not exist, or could not be read. */
  unread(frame: Frame, page: UnreadPage): string
}

/** A concept: its text, which the build made from Markdown, and its sequences. */
export interface Concept {
  readonly id: string
  readonly title: string
  readonly html: string
  readonly sequences: readonly SequenceSteps[]
}

/** Content of the front page besides live reads. */
export interface FrontPage {
  readonly chainId: number
  /** Operations by what they do. */
  readonly counts: { readonly reads: number; readonly builders: number; readonly writes: number }
  /** URL of the MCP server. */
  readonly mcp: Highlighted
  /** A first call, in each language. */
  readonly calls: readonly Sample[]
}

export interface GuidePage {
  readonly title: string
  /** The text below the title, which the build made from Markdown. */
  readonly html: string
}

/** A topic of the list of guides. */
export interface GuidePart {
  /** Whom its guides are for. */
  readonly readers: string
  readonly topics: readonly GuideTopic[]
}

interface GuideTopic {
  readonly topic: string
  readonly guides: readonly { readonly href: string; readonly title: string; readonly about: string }[]
}
