import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'

/** The page on which a person checks and sends what a program has built. The script reads the link's fragment. */
export const renderReview = (frame: Frame): string =>
  renderPage(
    frame,
    <article class="prose">
      <h1>{frame.title}</h1>
      <p class="lead">{frame.description}</p>
      <noscript>
        <p class="note">
          This page needs JavaScript: your browser reads the link, builds the transaction and asks the wallet.
        </p>
      </noscript>
      <section class="try" data-review />
    </article>,
  )
