import type { SiteFiles } from './SiteFiles.ts'

/** An entry of a list of links: a page, or a heading of the page that one is on. */
export interface PageLink {
  readonly href: string
  readonly text: string
  /** Shown as code: an operationId, an error code. */
  readonly isCode?: boolean
}

/** A part of the navigation beside a page, folded until one of its links is the page itself. */
export interface NavSection {
  /** Heading of the part of the navigation that begins with it. */
  readonly part?: string
  readonly title: string
  readonly links: readonly PageLink[]
}

/** The parts of the site, as the header has them. */
export type Area = 'home' | 'docs' | 'guides' | 'concepts' | 'status' | 'vaults' | 'auctions' | 'agents' | 'entities'

/** Frame of a page: its place in the site, its title and its links. */
export interface Frame {
  readonly area: Area
  readonly path: string
  readonly title: string
  /** One sentence for search engines and cards. */
  readonly description: string
  /** Origin of the host, for the URLs that must be absolute. */
  readonly origin: string
  readonly files: SiteFiles
  /** Path of the same page as Markdown, if it has one. */
  readonly markdown?: string
  /** Path of its picture for previews, 1200 by 630. */
  readonly card?: string
  /** Why this service cannot vouch for what the page shows: search engines do not keep it then, and it has no picture. */
  readonly doubt?: string | undefined
  /** Modules that make parts of it live. `search` is on every page. */
  readonly scripts?: readonly (keyof SiteFiles['scripts'])[]
  /** Navigation at its left. */
  readonly nav?: readonly NavSection[]
  /** Its headings, at its right. */
  readonly contents?: readonly PageLink[]
}
