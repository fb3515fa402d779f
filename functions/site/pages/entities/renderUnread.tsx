import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import type { EntityKind, UnreadPage } from './EntityPage.ts'

const IDS: Readonly<Record<EntityKind, string>> = {
  vault: 'the address of a creator vault',
  auction: 'the address of an auction or of a launch arm',
  agent: 'the id of an agent in the identity registry',
}

/** Says that an entity does not exist, or that it could not be read, which is not the same. */
export const renderUnread = (frame: Frame, page: UnreadPage): string =>
  renderPage(
    frame,
    <article class="prose">
      <h1>{frame.title}</h1>
      {page.status === 404 ? <Missing page={page} /> : <Outage page={page} />}
      {page.detail === '' ? null : (
        <p>
          <a href={`/docs/operations/${page.operationId}`}>
            <code>{page.operationId}</code>
          </a>{' '}
          says: {page.detail}
        </p>
      )}
      <p>
        Its code is{' '}
        <a href={`/docs/errors/${page.code}`}>
          <code>{page.code}</code>
        </a>
        . <a href="/">The front page</a> shows what exists now.
      </p>
    </article>,
  )

const Missing = ({ page: { kind, id } }: { readonly page: UnreadPage }) => (
  <p class="lead">
    <code>{id}</code> is not {IDS[kind]} on this chain.
  </p>
)

const Outage = ({ page: { kind, status } }: { readonly page: UnreadPage }) => (
  <p class="lead">
    {status === 429
      ? 'Your network has made more reads than its budget has. Wait a little, and load this page again.'
      : `This ${kind} may exist; what it needs to be read did not answer. Load this page again in a while.`}
  </p>
)
