/** Trust zones of keeper workers, each with its own key. */
export const TRUST_ZONES = ['financial_execution', 'market_maintenance', 'queue_messaging_monitoring'] as const
export type TrustZone = (typeof TRUST_ZONES)[number]

/** Prefixes of action types that need less trust; every other type is financial execution. */
export const ZONE_PREFIXES = {
  queue_messaging_monitoring: ['msgnet.group.', 'msgnet.dm.', 'notify.', 'message.', 'chatapp.notify'],
  market_maintenance: ['runtime.', 'monitor.', 'healthcheck.', 'keeper.monitor.'],
} as const satisfies Partial<Record<TrustZone, readonly string[]>>

/** The zone of an action's type; an empty type is maintenance. */
export function zoneOf(actionType: string): TrustZone {
  const begins = (prefix: string) => actionType.startsWith(prefix)
  if (ZONE_PREFIXES.queue_messaging_monitoring.some(begins)) return 'queue_messaging_monitoring'
  if (actionType === '' || ZONE_PREFIXES.market_maintenance.some(begins)) return 'market_maintenance'
  return 'financial_execution'
}
