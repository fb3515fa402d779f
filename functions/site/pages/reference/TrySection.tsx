import type { TryRoom } from './TryRoom.ts'

interface TrySectionProps {
  readonly operationId: string
  /** Path of its piece of the OpenAPI document. */
  readonly specUrl: string
  /** In a few words; empty if it needs none. */
  readonly credential: string
  /** Absent if this page does not call the operation. */
  readonly room: TryRoom | undefined
}

/** Where the script `try` puts the form that calls an operation. */
export function TrySection({ operationId, specUrl, credential, room }: TrySectionProps) {
  if (room === undefined)
    return (
      <section id="try">
        <p>
          Pages do not call this operation. Call it from a program
          {credential === '' ? null : <> with its credential ({credential})</>}, as the samples of this page do;{' '}
          <a href="/docs/guides/accounts">Accounts</a> says how to sign in.
        </p>
      </section>
    )
  const { rows, isSigned } = room
  return (
    <section
      id="try"
      data-try={operationId}
      data-spec={specUrl}
      data-rows={Math.min(8, rows)}
      data-signed={isSigned ? '' : undefined}
    >
      <p>With JavaScript, this page sends the request and shows the answer. Without it, use curl.</p>
    </section>
  )
}
