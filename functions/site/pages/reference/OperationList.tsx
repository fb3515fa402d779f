import { Name } from '../shell/Name.tsx'
import { Method } from './Method.tsx'
import type { OperationLink } from './OperationPage.ts'

/** Operations with their method, what they do, and the credential that they need. */
export function OperationList({ operations }: { readonly operations: readonly OperationLink[] }) {
  return (
    <ul class="operations">
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
          <p>
            <code>
              <Name name={path} />
            </code>
            {credential === '' ? null : <span>{credential}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}
