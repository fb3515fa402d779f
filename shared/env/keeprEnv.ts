import type * as z from 'zod'
import { type TrustZone, zoneOf } from '../../schema/workspace/trustZones.ts'
import { previous, secret, withDefault } from './declare.ts'
import { flag } from './formats.ts'
import { secretsInForce } from './secretsInForce.ts'

const disable = (zone: TrustZone) =>
  withDefault(flag, 'false', {
    meaning: `\`true\`: no new actions of the zone \`${zone}\` are enqueued for keepers; enqueued actions stay`,
  })

/** For every Worker that enqueues actions for keepers: what stops it. */
export const zoneSwitches = {
  KPR_ZONE_DISABLE_FINANCIAL_EXECUTION: disable('financial_execution'),
  KPR_ZONE_DISABLE_MARKET_MAINTENANCE: disable('market_maintenance'),
  KPR_ZONE_DISABLE_QUEUE_MESSAGING_MONITORING: disable('queue_messaging_monitoring'),
}

const zoneKey = secret('key that keepers send in `x-keepr-zone-key` for actions of this zone', {
  without: 'keepers get no actions of this zone',
})

/** For the Worker that hands out actions: who keepers are. */
export const keeprVariables = {
  KPR_API_KEY: secret('bearer token of keepers'),
  KPR_API_KEY_PREVIOUS: previous,
  KPR_ZONE_KEY_FINANCIAL_EXECUTION: zoneKey,
  KPR_ZONE_KEY_FINANCIAL_EXECUTION_PREVIOUS: previous,
  KPR_ZONE_KEY_MARKET_MAINTENANCE: zoneKey,
  KPR_ZONE_KEY_MARKET_MAINTENANCE_PREVIOUS: previous,
  KPR_ZONE_KEY_QUEUE_MESSAGING_MONITORING: zoneKey,
  KPR_ZONE_KEY_QUEUE_MESSAGING_MONITORING_PREVIOUS: previous,
}

export type ZoneSwitches = z.output<z.ZodObject<typeof zoneSwitches>>
export type KeeprEnv = z.output<z.ZodObject<typeof keeprVariables>>

const nameOf = (zone: TrustZone) =>
  (
    ({
      financial_execution: 'FINANCIAL_EXECUTION',
      market_maintenance: 'MARKET_MAINTENANCE',
      queue_messaging_monitoring: 'QUEUE_MESSAGING_MONITORING',
    }) as const
  )[zone]

/** Whether an action of this type may be enqueued. */
export const mayEnqueue = (env: ZoneSwitches, actionType: string): boolean =>
  !env[`KPR_ZONE_DISABLE_${nameOf(zoneOf(actionType))}`]

/** The keys in force of each zone; none for a zone that is not configured. */
export const zoneKeys = (env: KeeprEnv): Readonly<Record<TrustZone, readonly string[]>> => {
  const keysOf = (zone: TrustZone) => {
    const name = `KPR_ZONE_KEY_${nameOf(zone)}` as const
    return secretsInForce(env[name], env[`${name}_PREVIOUS`])
  }
  return {
    financial_execution: keysOf('financial_execution'),
    market_maintenance: keysOf('market_maintenance'),
    queue_messaging_monitoring: keysOf('queue_messaging_monitoring'),
  }
}
