import type { Area } from '../Frame.ts'
import type { SiteFiles } from '../SiteFiles.ts'
import { Mark } from './Mark.tsx'

const PLACES: readonly (readonly [area: Area, href: string, text: string])[] = [
  ['docs', '/docs', 'Reference'],
  ['guides', '/docs/guides', 'Guides'],
  ['concepts', '/docs/concepts', 'Concepts'],
  ['status', '/status', 'Status'],
]

/** Wordmark, parts of the site, and search. Without script, search is the list of everything. */
export function Header({ area, files }: { readonly area: Area; readonly files: SiteFiles }) {
  return (
    <header class="top">
      <a class="wordmark" href="/" aria-label="Creator Vaults, home">
        <Mark />
        <span>Creator Vaults</span>
      </a>
      <nav aria-label="Site">
        {PLACES.map(([own, href, text]) => (
          <a href={href} aria-current={own === area ? 'true' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <a
        class="search-open"
        href="/docs"
        aria-label="Search"
        data-search={files.scripts.search}
        data-index={files.searchIndex}
        aria-keyshortcuts="Control+K Meta+K /"
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 4 4" />
        </svg>
        <span>Search</span>
        <kbd>/</kbd>
      </a>
    </header>
  )
}
