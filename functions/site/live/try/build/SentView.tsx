import { useEffect, useRef } from 'preact/hooks'
import { readBackOf } from './readBack.ts'
import { TransactionStatus } from './TransactionStatus.tsx'
import type { Sent } from './useSending.ts'

interface SentViewProps {
  readonly sent: Sent
  /** Path of the operation that built it, and the body that it was built from. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly base: string
  stop(): void
  again(): void
}

/** Sent transactions, their status as the API reads it from the chain, and a link to the result. */
export function SentView({ sent, path, body, base, stop, again }: SentViewProps) {
  const { hashes, text, isOver, fault, built } = sent
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const links = readBackOf(path, body, built.from)
  return (
    <section class="try-sent" aria-label="Sent">
      <h3 tabIndex={-1} ref={title}>
        {isOver ? (fault ? 'Not done' : 'Done') : 'Sending'}
      </h3>
      <p role="status">{text}</p>
      {fault === '' ? null : (
        <p class="note bad" role="alert">
          {fault}
        </p>
      )}
      <ol class="try-steps">
        {hashes.map((hash) => (
          <li key={hash}>
            <TransactionStatus hash={hash} base={base} />
          </li>
        ))}
      </ol>
      {isOver && fault === '' ? (
        <p>
          Read it back:{' '}
          {links.map(({ href, operationId }, index) => (
            <>
              {index === 0 ? '' : ', '}
              <a href={href}>
                <code>{operationId}</code>
              </a>
            </>
          ))}
        </p>
      ) : null}
      <div class="try-actions">
        <button type="button" class="button quiet" onClick={isOver ? again : stop}>
          {isOver ? 'Start over' : 'Stop waiting'}
        </button>
      </div>
    </section>
  )
}
