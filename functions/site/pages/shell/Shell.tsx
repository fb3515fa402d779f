import type { ComponentChildren } from 'preact'
import type { Frame, PageLink, NavSection } from '../Frame.ts'
import { Head } from './Head.tsx'
import { Header } from './Header.tsx'
import { Name } from './Text.tsx'
import { renderToString } from 'preact-render-to-string'

/** A page as HTML text. */
export const renderPage = (frame: Frame, page: ComponentChildren): string =>
  `<!doctype html>\n${renderToString(<Shell frame={frame}>{page}</Shell>)}\n`

/** A whole document of the site: its head, the header, what is beside a page, and the page. */
function Shell({ frame, children }: { readonly frame: Frame; readonly children: ComponentChildren }) {
  const { nav, contents } = frame
  const kind = nav === undefined ? 'wide' : 'beside'
  return (
    <html lang="en">
      <Head frame={frame} />
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Header area={frame.area} files={frame.files} />
        <div class={`frame ${kind}`}>
          {nav === undefined ? null : <Sidebar sections={nav} path={frame.path} />}
          <main id="main" tabIndex={-1}>
            {children}
          </main>
          {contents === undefined || contents.length < 2 ? null : <Contents links={contents} />}
        </div>
        <Footer markdown={frame.markdown} />
      </body>
    </html>
  )
}

/** Headings of the page. The script marks the one that is read. */
function Contents({ links }: { readonly links: readonly PageLink[] }) {
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

/** The same page for programs, and where programs begin. */
function Footer({ markdown }: { readonly markdown: string | undefined }) {
  return (
    <footer class="bottom">
      <p>
        {markdown === undefined ? null : (
          <>
            <a href={markdown}>This page as Markdown</a> ·{' '}
          </>
        )}
        <a href="/llms.txt">llms.txt</a> · <a href="/openapi.json">OpenAPI</a> ·{' '}
        <a href="/.well-known/ai-catalog.json">AI catalog</a> · <a href="/docs/changelog">Changelog</a> ·{' '}
        <a href="/.well-known/security.txt">Security</a>
      </p>
      <p>This service answers and builds. It never holds a key, signs or sends a transaction.</p>
    </footer>
  )
}

/** The pages of an area. On a narrow screen it is folded above the page. */
function Sidebar({ sections, path }: { readonly sections: readonly NavSection[]; readonly path: string }) {
  return (
    <nav class="sidebar" aria-label="Pages" tabIndex={0}>
      <details class="sidebar-fold">
        <summary>All pages</summary>
        {sections.map(({ part, title, links }) => (
          <>
            {part === undefined ? null : <p class="sidebar-part">{part}</p>}
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
          </>
        ))}
      </details>
    </nav>
  )
}
