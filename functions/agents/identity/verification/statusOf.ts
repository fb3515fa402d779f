import type { IdentityReport } from '../../../../schema/agents/identityReport.ts'

/**
 * The status that a report shows. An endpoint without a response is unknown: this service's connection may have failed, and a
 * directory would delist the agent.
 */
export function statusOf({
  endpoint,
  discoverabilityReady,
}: Pick<IdentityReport, 'discoverabilityReady'> & {
  readonly endpoint: Pick<IdentityReport['endpoint'], 'checked' | 'ok'>
}): 'online' | 'degraded' | 'offline' | 'unknown' {
  if (!endpoint.checked) return 'unknown'
  if (!endpoint.ok) return 'offline'
  return discoverabilityReady ? 'online' : 'degraded'
}
