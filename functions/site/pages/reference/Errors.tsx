import { Name } from '../shell/Name.tsx'
import { Text } from '../shell/Text.tsx'
import type { OperationError, OperationPage } from './OperationPage.ts'

/** The errors of an operation with their fixes. Those that many operations have are folded. */
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
