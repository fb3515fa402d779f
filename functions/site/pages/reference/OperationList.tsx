import { Name } from '../shell/Text.tsx'
import type { OperationLink } from './OperationPage.ts'

/** The method of a request. Its color repeats what its word says. */
export const Method = ({ method }: { readonly method: string }) => (
  <span class={`method ${method === 'GET' ? 'safe' : 'unsafe'}`}>{method}</span>
)

interface OperationListProps {
  readonly operations: readonly OperationLink[]
  /** Without their paths and credentials. */
  readonly isShort?: boolean
}

/** Operations with their method, what they do, and the credential that they need. */
export function OperationList({ operations, isShort = false }: OperationListProps) {
  return (
    <ul class={isShort ? 'operations short' : 'operations'}>
      {operations.map(({ operationId, href, method, path, summary, credential, isDeprecated }) => (
        <li>
          <a href={href}>
            <Method method={method} />
            <span class="what">
              {summary}
              {isDeprecated ? <span class="badge">retired</span> : null}
            </span>
            <code>
              <Name name={operationId} />
            </code>
          </a>
          {isShort ? null : (
            <p>
              <code>
                <Name name={path} />
              </code>
              {credential === '' ? null : <span>{credential}</span>}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
