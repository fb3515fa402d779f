import type { Frame } from '../Frame.ts'
import { renderPage } from '../renderPage.tsx'
import type { OperationPage } from './OperationPage.ts'

/** The page of one operation. */
export function renderOperation(frame: Frame, operation: OperationPage): string {
  const { operationId, method, path, summary, description } = operation
  return renderPage(
    frame,
    <article class="prose">
      <h1>{summary}</h1>
      <p class="endpoint">
        <span class="badge">{method.toUpperCase()}</span> <code>{path}</code> <code>{operationId}</code>
      </p>
      <p class="lead">{description}</p>
      <section id="try" data-try={operationId} data-spec={`/api/v1/spec/operations/${operationId}.json`}>
        <h2>Try it</h2>
        <p>Calling it from this page needs JavaScript.</p>
      </section>
    </article>,
  )
}
