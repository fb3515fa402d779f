import { shortUtc } from '../../draw/shortUtc.ts'
import { Name } from '../shell/Text.tsx'
import type { StatusReport } from './StatusReport.ts'

/** The sign of a state, and its name: never the color alone. */
export const State = ({ state, isNamed = false }: { readonly state: string; readonly isNamed?: boolean }) => (
  <span class={`state ${state}`}>
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      {state === 'down' ? (
        <path d="M1 1l8 8M9 1 1 9" />
      ) : state === 'degraded' ? (
        <path d="M5 1 9.5 9h-9z" />
      ) : (
        <circle cx="5" cy="5" r="4" />
      )}
    </svg>
    {isNamed ? state.replace('_', ' ') : null}
  </span>
)

interface ProviderListProps {
  readonly providers: StatusReport['providers']
  readonly isRead: boolean
}

/** The providers that the deployment uses, and the names of the others. */
export function ProviderList({ providers, isRead }: ProviderListProps) {
  const used = providers.filter(({ state }) => state !== 'not_configured')
  const others = providers.filter(({ state }) => state === 'not_configured')
  return (
    <div class="state-providers">
      {used.length === 0 ? (
        <p>{isRead ? 'This deployment uses no provider.' : 'Not read yet.'}</p>
      ) : (
        <table class="stacks pairs">
          <thead>
            <tr>
              <th scope="col">Provider</th>
              <th scope="col">State</th>
              <th scope="col">Last call</th>
              <th scope="col" class="number">
                Latency
              </th>
            </tr>
          </thead>
          <tbody>
            {used.map(({ name, state, latencyMs, lastCallAt }) => (
              <tr>
                <td>
                  <code>
                    <Name name={name} />
                  </code>
                </td>
                <td>
                  <State state={state} isNamed />
                </td>
                <td>{lastCallAt ? shortUtc(lastCallAt) : 'no call yet'}</td>
                <td class="number">{latencyMs === null || latencyMs === undefined ? '' : `${latencyMs} ms`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others.length === 0 ? null : (
        <p class="state-note">Not used by this deployment: {others.map(({ name }) => name).join(', ')}.</p>
      )}
    </div>
  )
}
