import { Name, Text } from '../shell/Text.tsx'
import type { OperationError, OperationPage, TryRoom } from './OperationPage.ts'

/** The errors of an operation with their fixes. Errors of many operations are folded. */
export function Errors({ errors }: { readonly errors: OperationPage['errors'] }) {
  const { own, common } = errors
  return (
    <>
      <ErrorList errors={own} />
      {common.length === 0 ? null : (
        <details class="more" open={own.length === 0}>
          <summary>{common.length} errors that many operations have</summary>
          <ErrorList errors={common} />
        </details>
      )}
    </>
  )
}

function ErrorList({ errors }: { readonly errors: readonly OperationError[] }) {
  if (errors.length === 0) return null
  return (
    <ul class="error-list">
      {errors.map(({ code, href, status, fix }) => (
        <li>
          <span class="status-code">{status}</span>
          <a href={href}>
            <code>
              <Name name={code} />
            </code>
          </a>
          <p>
            <Text text={fix} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Needs of an operation from its deployment, and its answers without them: for operators, so they are folded. */
export function Needs({ needs }: { readonly needs: OperationPage['needs'] }) {
  return (
    <details class="more">
      <summary>
        {needs.length} {needs.length === 1 ? 'part' : 'parts'} of the configuration, for operators
      </summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Needs</th>
              <th scope="col">Without it</th>
            </tr>
          </thead>
          <tbody>
            {needs.map(({ name, kind, without }) => (
              <tr>
                <td>
                  <code>{name}</code>, {kind}
                </td>
                <td>
                  <Text text={without} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

interface TrySectionProps {
  readonly operationId: string
  /** Path of its piece of the OpenAPI document. */
  readonly specUrl: string
  /** In a few words; empty if it needs none. */
  readonly credential: string
  /** Absent if this page does not call the operation. */
  readonly room: TryRoom | undefined
}

/** Mount point of the script `try`, which adds the form that calls an operation. */
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
