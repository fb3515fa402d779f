import type { PageLink } from '../Frame.ts'

/** Headings of the page. The script marks the one that is read. */
export function Contents({ links }: { readonly links: readonly PageLink[] }) {
  return (
    <nav class="contents" aria-label="On this page" data-contents>
      <p>On this page</p>
      <ul>
        {links.map(({ href, text, isCode }) => (
          <li>
            <a href={href}>{isCode ? <code>{text}</code> : text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
