import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'

/** The page of a path that has none. The script puts search into it. */
export const renderNotFound = (frame: Frame): string =>
  renderPage(
    frame,
    <article class="not-found">
      <h1>{frame.title}</h1>
      <p class="lead">
        Nothing is at this address: it may be mistyped, or have moved. Search for it, or go to the{' '}
        <a href="/docs">reference</a>, the <a href="/docs/guides">guides</a> or the <a href="/">start</a>.
      </p>
      <div class="search-here" data-search-here />
    </article>,
  )
