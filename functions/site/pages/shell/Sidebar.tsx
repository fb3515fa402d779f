import type { NavSection } from '../Frame.ts'
import { Name } from './Name.tsx'

/** The pages of an area. On a narrow screen it is folded above the page. */
export function Sidebar({ sections, path }: { readonly sections: readonly NavSection[]; readonly path: string }) {
  return (
    <nav class="sidebar" aria-label="Pages" tabIndex={0}>
      <details class="sidebar-fold">
        <summary>All pages</summary>
        {sections.map(({ title, links }) => (
          <details class="sidebar-section" open={links.some(({ href }) => href === path)}>
            <summary>{title}</summary>
            <ul>
              {links.map(({ href, text, isCode }) => (
                <li>
                  <a href={href} aria-current={href === path ? 'page' : undefined}>
                    {isCode ? (
                      <code>
                        <Name name={text} />
                      </code>
                    ) : (
                      text
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </details>
    </nav>
  )
}
