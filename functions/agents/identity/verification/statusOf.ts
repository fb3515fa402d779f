import type { IdentityReport } from '../../../../schema/agents/identityReport.ts'

/**
 * The status that a report shows. An endpoint that nothing was heard of is unknown: the way to it may be what failed, and a
 * directory would strike the agent off.
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
