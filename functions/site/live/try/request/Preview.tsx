import type { TryRequest } from './TryRequest.ts'

interface PreviewProps {
  readonly request: TryRequest
  /** Headers that it has, in words: a session, a key. */
  readonly headers: readonly string[]
}

/** The request as it will be sent. */
export function Preview({ request: { method, url, body }, headers }: PreviewProps) {
  return (
    <div class="code try-preview">
      <pre tabIndex={0} aria-label="Request">
        <code>
          <b>{method}</b> {url}
          {headers.map((header) => `\n${header}`)}
          {body === undefined ? null : `\n\n${body}`}
        </code>
      </pre>
    </div>
  )
}
