import type { EndReport } from '../../../functions/workspace/store/judgeReport.ts'
import { expect, test } from 'vitest'
import {
  WorkspaceActivity,
  WorkspaceMonitoring,
  WorkspaceRooms,
  WorkspaceTasks,
} from '../../../schema/workspace/answers.ts'
import { TRUST_ZONES } from '../../../schema/workspace/trustZones.ts'
import { createKeeperActions } from '../../../functions/workspace/store/keeperActions.ts'
import { afterActions } from '../../../functions/workspace/store/workspaceReports.ts'
import { accountOf, dataOf } from '../../account/support.ts'
import { startWorkspaceNet } from './startWorkspaceNet.ts'
import { useNet } from '../../support/useNet.ts'

const DAY = 86_400
const net = useNet(() => startWorkspaceNet())

const now = () => Math.floor(Date.now() / 1000)
/** A worker takes an action, and says how its attempt ended. */
async function work(id: number, status: EndReport): Promise<void> {
  const actions = createKeeperActions(net.d1, afterActions)
  const mine = { id, zones: TRUST_ZONES, worker: 'worker' }
  await actions.claim({ ...mine, attempt: undefined }, now())
  const [row] = await net.rows(`select attempt_count attempt from actions where id = ${id}`)
  const error = status === 'executed' ? undefined : 'no gas'
  await actions.end({ ...mine, status, attempt: Number(row?.['attempt']), error, retryDelaySeconds: 1 }, now())
}

test('what keepers report becomes activity, alerts, tasks, and the end of approvals and links', async () => {
  const admin = await net.member('ADMIN')
  const payload = { strategyAddress: net.lendpoolStrategy, actionType: 'strategy.lendpool.rebucket' }
  const ask = async () => {
    const { approvalId } = await net.done(admin.headers, 'strategy.execute', payload)
    return { approvalId, actionId: (await net.done(net.owner, 'approval.approve', { approvalId })).actionId ?? 0 }
  }
  const first = await ask()
  await work(first.actionId, 'retry')
  const monitoring = async () => dataOf(await net.get('monitoring', net.owner), WorkspaceMonitoring)
  expect((await monitoring()).alerts).toMatchObject([{ source: 'keepr', severity: 'warn', status: 'open' }])
  await work(first.actionId, 'failed')
  const failed = await monitoring()
  expect(failed.alerts).toMatchObject([
    { severity: 'critical', metadata: { actionId: first.actionId, error: 'no gas' } },
  ])
  expect(failed.incidents).toMatchObject([{ actionId: first.actionId, error: 'no gas' }])
  // A report that does not count changes nothing.
  await work(first.actionId, 'executed')
  const listed = async () => dataOf(await net.get('tasks', net.owner), WorkspaceTasks)
  const standing = await listed()
  expect(standing.approvals).toMatchObject([{ id: first.approvalId, status: 'cancelled', executedAt: null }])
  expect(standing.tasks.filter(({ status }) => status === 'open')).toMatchObject([
    { priority: 'high', approvalId: null },
  ])

  const second = await ask()
  await work(second.actionId, 'executed')
  expect((await listed()).approvals.find(({ id }) => id === second.approvalId)?.status).toBe('executed')
  const { activity } = dataOf(await net.get('activity', net.owner, { includeSystem: 'true' }), WorkspaceActivity)
  const reported = activity.filter(({ source }) => source === 'keepr').map(({ eventType }) => eventType)
  expect(reported.toReversed().join(' ')).toBe(
    'keepr.executing keepr.retry keepr.executing keepr.failed keepr.executing keepr.executed',
  )
  const own = dataOf(await net.get('activity', net.owner), WorkspaceActivity).activity
  expect(own.every(({ actorAddress }) => actorAddress !== null)).toBe(true)

  const agent = accountOf(net, 'agent').address
  await net.done(net.owner, 'settings.members.set', { address: agent, role: 'ADMIN' })
  const { actionId } = await net.done(await net.session('agent'), 'rooms.chatapp.link', { chatId: '-77' })
  await work(actionId ?? 0, 'executed')
  await net.done(net.owner, 'rooms.chatapp.unlink', { chatId: '-1001234567890' })
  expect(dataOf(await net.get('rooms', net.owner), WorkspaceRooms).chatapp).toMatchObject({
    linked: true,
    chatId: '-77',
  })
})

test('the schedule stores what it finds, raises an alert once, and resolves it', async () => {
  const cap = (maxAssetsCap: string | null) =>
    net.done(net.owner, 'strategy.setTarget', { strategyAddress: net.lpStrategy, targetWeightBps: 1, maxAssetsCap })
  const look = async () => {
    await net.rows('update workspace_vaults set looked_at = 0')
    await net.runSchedule('workspace')
    return dataOf(await net.get('monitoring', net.owner), WorkspaceMonitoring)
  }
  const ofTargets = ({ alerts }: Awaited<ReturnType<typeof look>>) =>
    alerts.filter(({ metadata }) => String(metadata['checkId']).startsWith('target-'))
  await cap('1')
  const found = await look()
  expect(ofTargets(found)).toMatchObject([{ source: 'monitoring', status: 'open', severity: 'critical' }])
  expect(found.trend.at(-1)).toMatchObject({
    pass: found.summary.pass,
    warn: found.summary.warn,
    fail: found.summary.fail,
  })
  await net.done(net.owner, 'alert.acknowledge', { alertId: ofTargets(found)[0]?.id })
  const again = await look()
  expect(ofTargets(again)).toMatchObject([{ id: ofTargets(found)[0]?.id, status: 'acknowledged' }])
  expect(Number(again.latestSnapshotId)).toBeGreaterThan(Number(found.latestSnapshotId))
  await cap(null)
  expect(ofTargets(await look())).toEqual([])
  // While the node is dead nothing is found, and nothing is made up.
  net.proxy.mode = 'drop'
  const count = () => net.rows('select count(*) n from workspace_monitoring_snapshots')
  const before = await count()
  await net.rows('update workspace_vaults set looked_at = 0')
  await net.runSchedule('workspace')
  expect(await count()).toEqual(before)
  net.proxy.mode = 'pass'
})

test('what is old goes, what waits too long ends, and what was put off is open again', async () => {
  const vault = net.vault.toLowerCase()
  for (const table of [
    'approvals',
    'task_state',
    'audit_logs',
    'activity_events',
    'monitoring_snapshots',
    'alert_events',
  ])
    await net.rows(`delete from workspace_${table}`)
  const audit = (id: string, age: number) =>
    net.rows(
      `insert into workspace_audit_logs values (?, ?, '0x1', '0x1', 'x', 'x', 'x', '{}', null, 'x', ?)`,
      id,
      vault,
      now() - age,
    )
  await audit('kept', 89 * DAY)
  await audit('old', 91 * DAY)
  const activity = (type: string, age: number) =>
    net.rows(
      `insert into workspace_activity_events (vault_address, source, event_type, title, description, severity, payload_json, created_at)
       values (?, 'workspace', ?, '', '', 'info', '{}', ?)`,
      vault,
      type,
      now() - age,
    )
  await activity('kept', 59 * DAY)
  await activity('old', 61 * DAY)
  const snapshot = (kind: string, age: number) =>
    net.rows(
      `insert into workspace_monitoring_snapshots (vault_address, snapshot_kind, payload_json, created_at) values (?, 'schedule', ?, ?)`,
      vault,
      kind,
      now() - age,
    )
  await snapshot('kept', 6 * DAY)
  await snapshot('old', 8 * DAY)
  const approval = (id: string, status: string, age: number) =>
    net.rows(
      `insert into workspace_approvals (id, vault_address, action_type, subject, payload_json, status, requested_by, requested_account,
         requested_wallets, decided_at, created_at) values (?1, ?2, 'x', ?1, '{}', ?3, '0x1', '0x1', '[]', ?4, ?4)`,
      id,
      vault,
      status,
      now() - age,
    )
  await approval('kept', 'rejected', 89 * DAY)
  await approval('old', 'rejected', 91 * DAY)
  await approval('late', 'pending', 8 * DAY)
  const task = (id: string, status: string, age: number, until: number | null = null) =>
    net.rows(
      `insert into workspace_task_state (id, vault_address, title, status, priority, cause, snoozed_until, updated_at, created_at)
       values (?1, ?2, '', ?3, 'low', ?4, ?5, ?6, ?6)`,
      id,
      vault,
      status,
      id === 'of-late' ? 'approval:late' : id,
      until,
      now() - age,
    )
  await task('kept', 'done', 59 * DAY)
  await task('old', 'done', 61 * DAY)
  await task('of-late', 'open', 8 * DAY)
  await task('off', 'snoozed', DAY, now() - 5)
  const alert = (cause: string, age: number, resolved: number | null = null) =>
    net.rows(
      `insert into workspace_alert_events (vault_address, source, cause, severity, status, message, created_at, resolved_at)
       values (?, 'keepr', ?, 'warn', ?, '', ?, ?)`,
      vault,
      cause,
      resolved === null ? 'open' : 'resolved',
      now() - age,
      resolved && now() - resolved,
    )
  await alert('kept', 89 * DAY)
  await alert('kept resolved', 99 * DAY, 89 * DAY)
  await alert('old resolved', 99 * DAY, 91 * DAY)
  await alert('never resolved', 91 * DAY)
  await net.rows('update workspace_vaults set looked_at = ?', now())
  await net.runSchedule('workspace')
  const ids = async (query: string) => (await net.rows<{ id: string }>(query)).map(({ id }) => id)
  expect(await ids('select id from workspace_audit_logs')).toEqual(['kept'])
  expect(await ids('select event_type id from workspace_activity_events order by created_at')).toEqual([
    'kept',
    'approval.expired',
  ])
  expect(await ids('select payload_json id from workspace_monitoring_snapshots')).toEqual(['kept'])
  expect(await ids('select cause id from workspace_alert_events order by cause')).toEqual(['kept', 'kept resolved'])
  expect(await ids("select id || ' ' || status id from workspace_approvals order by id")).toEqual([
    'kept rejected',
    'late cancelled',
  ])
  expect(await ids("select id || ' ' || status id from workspace_task_state order by id")).toEqual([
    'kept done',
    'of-late done',
    'off open',
  ])
})
