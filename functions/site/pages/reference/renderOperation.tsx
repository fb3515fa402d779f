import type { Frame } from '../Frame.ts'
import { renderPage } from '../renderPage.tsx'
import type { OperationPage } from './OperationPage.ts'
import { TrySection } from './TrySection.tsx'

/** The page of one operation. */
export function renderOperation(frame: Frame, operation: OperationPage): string {
  const { operationId, method, path, summary, description, room } = operation
  return renderPage(
    frame,
    <article class="prose">
      <h1>{summary}</h1>
      <p class="endpoint">
        <span class="badge">{method.toUpperCase()}</span> <code>{path}</code> <code>{operationId}</code>
      </p>
      <p class="lead">{description}</p>
      <h2 id="try-it">Try it</h2>
      <TrySection
        operationId={operationId}
        specUrl={`/api/v1/spec/operations/${operationId}.json`}
        credential=""
        room={room}
      />
    </article>,
  )
}
