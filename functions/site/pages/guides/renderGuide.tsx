import type { Frame } from '../Frame.ts'
import { renderPage } from '../renderPage.tsx'
import type { GuidePage } from './GuidePage.ts'

/** The page of one guide. */
export const renderGuide = (frame: Frame, { title, html }: GuidePage): string =>
  renderPage(
    frame,
    <article class="prose guide">
      <h1>{title}</h1>
      <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />
    </article>,
  )
