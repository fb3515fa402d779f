import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import { StatusView } from './StatusView.tsx'

/** The page of the deployment's state, before an answer has come. */
export const renderStatus = (frame: Frame): string =>
  renderPage(
    frame,
    <article class="status">
      <h1>{frame.title}</h1>
      <noscript>
        <p class="note">
          This page is drawn by a script. The state without one: <a href="/api/v1/status?history=24h">/api/v1/status</a>
          .
        </p>
      </noscript>
      <div data-status>
        <StatusView readAt={0} />
      </div>
      <p class="state-note state-source">
        From{' '}
        <a href="/docs/operations/getStatus">
          <code>GET /v1/status?history=24h</code>
        </a>
        : the worst state of every five minutes, in UTC. <a href="/docs/guides/status">Sources of each state</a>
      </p>
    </article>,
  )
