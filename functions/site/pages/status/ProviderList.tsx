import { shortUtc } from '../../draw/shortUtc.ts'
import { providerName } from './providerNames.ts'
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

/** The providers that the deployment has called, and how many it could call. */
export function ProviderList({ providers, isRead }: ProviderListProps) {
  const configured = providers.filter(({ state }) => state !== 'not_configured')
  const used = configured.filter(({ lastCallAt }) => lastCallAt != null)
  const waiting = configured.length - used.length
  return (
    <div class="state-providers">
      {used.length === 0 ? (
        <p>{isRead ? 'No provider has been called yet.' : 'Not read yet.'}</p>
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
                <td>{providerName(name)}</td>
                <td>
                  <State state={state} isNamed />
                </td>
                <td>{lastCallAt ? shortUtc(lastCallAt) : ''}</td>
                <td class="number">{latencyMs === null || latencyMs === undefined ? '' : `${latencyMs} ms`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {waiting === 0 ? null : (
        <p class="state-note">
          {waiting} more {waiting === 1 ? 'is' : 'are'} configured, but not called yet.
        </p>
      )}
    </div>
  )
}
