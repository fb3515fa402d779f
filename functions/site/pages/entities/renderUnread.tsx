import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import type { EntityKind, UnreadPage } from './EntityPage.ts'

const IDS: Readonly<Record<EntityKind, string>> = {
  vault: 'the address of a creator vault',
  auction: 'the address of an auction or of a launch arm',
  agent: 'the id of an agent in the identity registry',
}

/** Says whether an entity does not exist or could not be read, and where to go next. */
export const renderUnread = (frame: Frame, page: UnreadPage): string =>
  renderPage(
    frame,
    <article class="not-found">
      <h1>{frame.title}</h1>
      {page.status === 404 ? <Missing page={page} /> : <Outage page={page} />}
      <p>
        <a href="/">The front page</a> shows what exists now, and <a href="/status">the status</a> whether all parts of
        this service work.
      </p>
      <p class="about">
        Answer of{' '}
        <a href={`/docs/operations/${page.operationId}`}>
          <code>{page.operationId}</code>
        </a>
        :{' '}
        <a href={`/docs/errors/${page.code}`}>
          <code>{page.code}</code>
        </a>
        {page.detail === '' ? '.' : `. ${page.detail}`}
      </p>
    </article>,
  )

const Missing = ({ page: { kind, id } }: { readonly page: UnreadPage }) => (
  <p class="lead">
    <code>{id}</code> is not {IDS[kind]} on this chain. Check that it is complete, and of this kind.
  </p>
)

const Outage = ({ page: { kind, status } }: { readonly page: UnreadPage }) => (
  <p class="lead">
    {status === 429
      ? 'Your network has made more reads than its budget has. Wait a little, and load this page again.'
      : `This ${kind} may exist; what it needs to be read did not answer. Load this page again in a while.`}
  </p>
)
