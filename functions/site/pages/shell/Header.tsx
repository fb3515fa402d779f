import type { Area } from '../Frame.ts'
import type { SiteFiles } from '../SiteFiles.ts'

const PLACES: readonly (readonly [area: Area, href: string, text: string])[] = [
  ['vaults', '/vaults', 'Vaults'],
  ['auctions', '/auctions', 'Auctions'],
  ['agents', '/agents', 'Agents'],
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

/** The mark: a vault door as two shares of a circle. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path class="mark-shares" d="M12 1.5A10.5 10.5 0 0 1 22.5 12H17a5 5 0 0 0-5-5Z" />
      <path class="mark-vault" d="M10.2 1.65v5.7a5 5 0 1 0 6.45 6.45h5.7A10.5 10.5 0 1 1 10.2 1.65Z" />
    </svg>
  )
}
