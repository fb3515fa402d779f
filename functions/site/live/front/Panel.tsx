import type { ComponentChildren } from 'preact'
import { utc } from '../../draw/numbers.ts'
import type { Reading } from './Reading.ts'

interface PanelProps<T> {
  readonly reading: Reading<T>
  /** What is read, as the subject of a sentence: "The list of vaults". */
  readonly what: string
  readonly children: (value: T) => ComponentChildren
}

/** What a reading says, or why it says nothing: never a zero for what is not known. */
export function Panel<T>({ reading: { value, readAt, failure }, what, children }: PanelProps<T>) {
  if (value === undefined && !failure) return <p class="waiting">{what} is being read.</p>
  return (
    <>
      {failure ? (
        <p class="note warn" role="status">
          {value === undefined
            ? `${what} could not be read`
            : `This is as of ${utc(readAt ?? 0)}: ${what.toLowerCase()} could not be read again`}
          : {failure.code === null ? 'this host did not answer' : <ErrorCode code={failure.code} />}. The page tries
          again by itself.
        </p>
      ) : null}
      {value === undefined ? null : children(value)}
    </>
  )
}

const ErrorCode = ({ code }: { readonly code: string }) => (
  <a href={`/docs/errors/${code}`}>
    <code>{code}</code>
  </a>
)
