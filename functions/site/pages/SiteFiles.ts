/** Modules of the site that a browser loads, by their file in `live/`. */
export type Entry = 'page' | 'front' | 'search' | 'status' | 'try' | 'review'

/** Paths of the site's files, which have names by their content. */
export interface SiteFiles {
  readonly style: string
  /** The mark, as the icon of a tab. */
  readonly icon: string
  /** Picture of the site for previews, 1200 by 630. */
  readonly card: string
  readonly searchIndex: string
  readonly scripts: Readonly<Record<Entry, string>>
}
