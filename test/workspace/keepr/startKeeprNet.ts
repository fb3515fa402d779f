import * as z from 'zod'
import { KeeprActionState, PendingKeeprActions } from '../../../schema/workspace/keeprBodies.ts'
import { TRUST_ZONES, type TrustZone } from '../../../schema/workspace/trustZones.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { enqueueAction } from '../../../shared/store/enqueueAction.ts'
import { type Answer, dataOf, toAnswer } from '../../account/support.ts'
import { startInProcess } from '../../support/inProcess/startInProcess.ts'

export const API_KEY = 'the key of keepers, as the tests have it'
export const zoneKey = (zone: TrustZone) => `the key of ${zone}, as the tests have it`
export const RUNTIME_KEY = 'the key of the workflow runtime, in tests'

export const VAULT = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
/** A type of each zone. */
export const TYPES = {
  financial_execution: 'vault.report',
  market_maintenance: 'keeper.monitor.health',
  queue_messaging_monitoring: 'msgnet.group.add_member',
} as const satisfies Record<TrustZone, string>

const variables = {
  BASE_URL: 'http://127.0.0.1/api',
  LOG_LEVEL: 'warn',
  EDGE_CACHE: 'off',
  LIMIT_MULTIPLIER: '100000',
  KPR_API_KEY: API_KEY,
  CRE_RUNTIME_API_KEY: RUNTIME_KEY,
  ...Object.fromEntries(TRUST_ZONES.map((zone) => [`KPR_ZONE_KEY_${zone.toUpperCase()}`, zoneKey(zone)])),
}

export type Credentials = Readonly<Record<string, string>>
export const keys = (zone: TrustZone, key = API_KEY): Credentials => ({
  authorization: `Bearer ${key}`,
  'x-keepr-zone-key': zoneKey(zone),
})

export type KeeprNet = Awaited<ReturnType<typeof startKeeprNet>>

/** The queue of keepers and the workflow runtime that fills it, in borrowed Workers, without a chain. */
export async function startKeeprNet() {
  const runtime = await startInProcess(['workspace', 'cre'], () => variables)
  const { d1 } = runtime
  const url = runtime.sockets['workspace'] ?? ''
  let enqueued = 0
  let aheadMs = 0

  const post = async (body: unknown, headers: Credentials): Promise<Answer> =>
    toAnswer(await fetch(`${url}/keepr/actions/updateStatus`, { method: 'POST', body: JSON.stringify(body), headers }))
  const list = async (query: Readonly<Record<string, string>>, headers: Credentials): Promise<Answer> =>
    toAnswer(await fetch(`${url}/keepr/actions/pending?${new URLSearchParams(query)}`, { headers }))
  return {
    ...runtime,
    d1,
    url,
    post,
    list,
    /** The answer to a worker of a zone. */
    report: async (body: object, zone: TrustZone = 'financial_execution') =>
      dataOf(await post(body, keys(zone)), KeeprActionState),
    pending: async (zone: TrustZone = 'financial_execution', query: Readonly<Record<string, string>> = {}) =>
      dataOf(await list(query, keys(zone)), PendingKeeprActions),
    /** A new action, by the statement that all Workers share; its id. Each is a second younger than the one before. */
    async enqueue(actionType: string = TYPES.financial_execution): Promise<number> {
      const dedupeKey = `test-${++enqueued}`
      const action = {
        vaultAddress: VAULT,
        groupId: 'aurora',
        actionType,
        action: '{"reason":"test"}',
        dedupeKey,
      } as const
      await openDatabase(d1).batch([enqueueAction(action, enqueued)])
      const row = await d1.prepare('select id from actions where dedupe_key = ?').bind(dedupeKey).first('id')
      return z.int().parse(row)
    },
    set: (id: number, values: string) => d1.exec(`update actions set ${values} where id = ${id}`),
    row: (id: number) => d1.prepare('select * from actions where id = ?').bind(id).first(),
    sweep: () => runtime.runSchedule('workspace', '*/1 * * * *'),
    async pass(seconds: number): Promise<void> {
      aheadMs += 1000 * seconds
      await runtime.changeTime('workspace', { aheadMs })
    },
    /** The Workers have other variables while the work lasts. */
    async withVariables(others: Readonly<Record<string, string>>, work: () => Promise<void>): Promise<void> {
      await runtime.configure({ ...variables, ...others })
      try {
        await work()
      } finally {
        await runtime.configure(variables)
      }
    },
  }
}
