import type { ComponentChildren } from 'preact'
import { utc } from '../../draw/numbers.ts'
import type { Failure, Reading } from './Reading.ts'

interface PanelProps<T> {
  readonly reading: Reading<T>
  /** Subject of a sentence: "The list of vaults". */
  readonly what: string
  readonly children: (value: T) => ComponentChildren
}

/** A reading, or the reason why it failed: never a zero for an unknown value. */
export function Panel<T>({ reading: { value, readAt, failure }, what, children }: PanelProps<T>) {
  if (value === undefined && !failure) return <p class="waiting">{what} is being read.</p>
  return (
    <>
      {failure ? (
        <p class="note warn" role="status">
          {value === undefined
            ? `${what} could not be read`
            : `This is as of ${utc(readAt ?? 0)}: ${what.toLowerCase()} could not be read again`}
          : <Cause failure={failure} />. The page tries again by itself.
        </p>
      ) : null}
      {value === undefined ? null : children(value)}
    </>
  )
}

/** Why a reading failed. */
export const Cause = ({ failure: { code } }: { readonly failure: Failure }) =>
  code === null ? <>this host did not answer</> : <ErrorCode code={code} />

const ErrorCode = ({ code }: { readonly code: string }) => (
  <a href={`/docs/errors/${code}`}>
    <code>{code}</code>
  </a>
)
