import type { ComponentChildren } from 'preact'
import type { Frame } from '../Frame.ts'
import { Contents } from './Contents.tsx'
import { Footer } from './Footer.tsx'
import { Head } from './Head.tsx'
import { Header } from './Header.tsx'
import { Sidebar } from './Sidebar.tsx'

/** A whole document of the site: its head, the header, what is beside a page, and the page. */
export function Shell({ frame, children }: { readonly frame: Frame; readonly children: ComponentChildren }) {
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
