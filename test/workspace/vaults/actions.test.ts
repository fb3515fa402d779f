import { beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_CONVERSATION } from '../../../localnet/seed.ts'
import {
  WorkspaceActivity,
  WorkspaceMonitoring,
  WorkspaceRooms,
  WorkspaceSettings,
  WorkspaceSummary,
  WorkspaceTasks,
} from '../../../schema/workspace/answers.ts'
import { WorkspaceStrategies } from '../../../schema/workspace/strategies.ts'
import { accountOf, type Answer, dataOf } from '../../account/support.ts'
import { type WorkspaceNet, type Headers, startWorkspaceNet } from './startWorkspaceNet.ts'
import { useNet } from '../../support/useNet.ts'

let admin: Awaited<ReturnType<WorkspaceNet['member']>>
let operator: Headers
const net = useNet(() => startWorkspaceNet())
beforeAll(async () => {
  admin = await net.member('ADMIN')
  operator = (await net.member('OPERATOR')).headers
})

const codes = (answers: readonly Answer[]) => answers.map(({ code }) => code ?? 'ok').toSorted()
const setTarget = (headers: Headers, strategyAddress: string, targetWeightBps: number, more: object = {}) =>
  net.change(headers, 'strategy.setTarget', { strategyAddress, targetWeightBps, ...more })
const rebucket = (headers: Headers) =>
  net.done(headers, 'strategy.execute', {
    strategyAddress: net.lendpoolStrategy,
    actionType: 'strategy.lendpool.rebucket',
    params: { bucket: 4200 },
  })
const pending = async (headers: Headers): Promise<string> => (await rebucket(headers)).approvalId ?? ''

describe('changeWorkspaceStrategies', () => {
  test('of two at once that are too much together, one is set', async () => {
    const answers = await Promise.all([
      setTarget(net.owner, net.lpStrategy, 6000),
      setTarget(admin.headers, net.lendpoolStrategy, 6000),
    ])
    expect(codes(answers)).toEqual(['ok', 'weights_exceeded'])
    const [{ sum } = { sum: 0 }] = await net.rows<{ sum: number }>(
      'select sum(target_weight_bps) sum from workspace_strategy_targets',
    )
    expect(sum).toBe(6000)
    await setTarget(net.owner, net.lpStrategy, 0)
    await setTarget(net.owner, net.lendpoolStrategy, 0)
    expect(await net.rows('select * from workspace_strategy_targets')).toEqual([])
  })

  test('a cap stays unless it is named, and goes with null', async () => {
    const caps = async () =>
      (await net.rows<{ c: string | null }>('select max_assets_cap c from workspace_strategy_targets'))[0]?.c
    await setTarget(net.owner, net.lpStrategy, 4000, { maxAssetsCap: '500' })
    await setTarget(net.owner, net.lpStrategy, 4000)
    expect(await caps()).toBe('500')
    await setTarget(net.owner, net.lpStrategy, 4000, { maxAssetsCap: null })
    expect(await caps()).toBeNull()
  })

  test('only of strategies of the vault, and within bounds', async () => {
    expect((await setTarget(net.owner, net.world.contracts.usdc, 1)).code).toBe('strategy_not_in_vault')
    expect((await setTarget(net.owner, net.lpStrategy, 10_001)).status).toBe(400)
    const wrongKind = { strategyAddress: net.lpStrategy, actionType: 'strategy.lendpool.rebucket' }
    expect((await net.act(net.owner, 'strategy.execute', wrongKind)).code).toBe('strategy_not_in_vault')
    const deep = {
      strategyAddress: net.lpStrategy,
      actionType: 'strategy.lpstrat.rebalance',
      params: { a: [[[[[1]]]]] },
    }
    expect((await net.act(net.owner, 'strategy.execute', deep)).status).toBe(400)
  })

  test('a change that fails leaves nothing behind: neither audit nor activity', async () => {
    const count = async () =>
      net.rows(
        'select (select count(*) from workspace_audit_logs) a, (select max(target_weight_bps) from workspace_strategy_targets) t',
      )
    const before = await count()
    await net.d1.exec('alter table workspace_activity_events rename to activity_away')
    expect((await setTarget(net.owner, net.lpStrategy, 1234)).code).toBe('store_unavailable')
    await net.d1.exec('alter table activity_away rename to workspace_activity_events')
    expect(await count()).toEqual(before)
    expect((await setTarget(net.owner, net.lpStrategy, 10_000)).status).toBe(200)
    expect((await setTarget(net.owner, net.lendpoolStrategy, 1)).code).toBe('weights_exceeded')
    const [newest] = await net.rows(
      `select a.action_type, a.actor_address, e.event_type from workspace_audit_logs a, workspace_activity_events e
       order by a.rowid desc, e.id desc limit 1`,
    )
    expect(newest).toMatchObject({
      action_type: 'strategy.setTarget',
      event_type: 'strategy.setTarget',
      actor_address: accountOf(net, 'owner').address.toLowerCase(),
    })
    expect(
      (await net.rows('select * from workspace_audit_logs where diff_json like \'%"targetWeightBps":1,%\'')).length,
    ).toBe(0)
    await setTarget(net.owner, net.lpStrategy, 0)
  })
})

describe('runWorkspaceAction', () => {
  test('low risk goes to the keepers, once at a time and once for its key', async () => {
    const payload = { strategyAddress: net.lpStrategy, actionType: 'strategy.lpstrat.rebalance' }
    const [one, other] = await Promise.all(
      [1, 2].map(() => net.done(operator, 'strategy.execute', payload, { idempotencyKey: 'today' })),
    )
    expect([one?.replayed, other?.replayed].toSorted()).toEqual([false, true])
    expect(one).toMatchObject({ status: 'enqueued', approvalId: null, actionId: other?.actionId })
    expect(await net.rows('select id, action_type, status, vault_address from actions')).toEqual([
      { id: one?.actionId, action_type: payload.actionType, status: 'pending', vault_address: net.vault.toLowerCase() },
    ])
    expect((await net.act(net.owner, 'strategy.execute', payload)).code).toBe('action_in_flight')
    const another = { ...payload, params: { deep: true } }
    expect((await net.act(operator, 'strategy.execute', another, { idempotencyKey: 'today' })).code).toBe(
      'idempotency_conflict',
    )
    // As the first time, whatever has changed since.
    await net.withVariables({ ...net.variables, KPR_ZONE_DISABLE_FINANCIAL_EXECUTION: 'true' }, async () => {
      expect((await net.act(operator, 'strategy.execute', payload)).code).toBe('zone_disabled')
      const again = await net.done(operator, 'strategy.execute', payload, { idempotencyKey: 'today' })
      expect(again).toMatchObject({ replayed: true, status: 'enqueued', actionId: one?.actionId })
    })
  })

  test('high risk waits for another person, whom no second wallet of the same account is', async () => {
    const second = net.newAccount()
    await net.done(net.owner, 'settings.members.set', { address: second.address, role: 'ADMIN' })
    await net.addWallet(accountOf(net, 'owner').address, second.address)
    const requested = await rebucket(net.owner)
    expect(requested).toMatchObject({ status: 'approval_required', actionId: null })
    const approvalId = requested.approvalId ?? ''
    const bySecond = await net.sessionOf(second)
    const refused = async (headers: Headers, action = 'approval.approve') =>
      (await net.act(headers, action, { approvalId })).code
    expect(await refused(net.owner)).toBe('second_person_required')
    expect(await refused(bySecond)).toBe('second_person_required')
    // It has moved to an account of its own, and is the same person all the same.
    await net.rows('delete from profile_wallets where address = ?', second.address.toLowerCase())
    expect(await refused(bySecond)).toBe('second_person_required')
    expect(await refused(bySecond, 'approval.reject')).toBe('second_person_required')
    expect(await refused(admin.headers, 'approval.cancel')).toBe('second_person_required')
    expect(await refused(operator)).toBe('forbidden')
    const { tasks } = dataOf(await net.get('tasks', operator, { taskStatus: 'open' }), WorkspaceTasks)
    expect(tasks).toMatchObject([{ id: requested.taskId, approvalId, priority: 'high' }])
    expect((await net.act(operator, 'task.approve', { taskId: requested.taskId })).code).toBe('decided_by_approval')

    const done = await net.done(admin.headers, 'approval.approve', { approvalId })
    expect(done).toMatchObject({ status: 'approved', targetId: approvalId })
    const [action] = await net.rows<{ action: string }>('select action from actions where id = ?', done.actionId)
    expect(JSON.parse(action?.action ?? '')).toMatchObject({ approvalId, params: { bucket: 4200 } })
    const listed = dataOf(await net.get('tasks', operator), WorkspaceTasks)
    expect(listed.tasks.find(({ id }) => id === requested.taskId)?.status).toBe('approved')
    expect(listed.approvals).toMatchObject([
      { id: approvalId, status: 'approved', requestedBy: accountOf(net, 'owner').address, approvedBy: admin.address },
    ])
    expect(
      (
        await net.act(operator, 'strategy.execute', {
          strategyAddress: net.lendpoolStrategy,
          actionType: 'strategy.lendpool.rebucket',
        })
      ).code,
    ).toBe('action_in_flight')
    await net.rows("update actions set status = 'executed'")
    await net.rows("update workspace_approvals set status = 'executed'")
  })

  test('no admin makes a second person of another wallet, not even by taking its role away again', async () => {
    const puppet = net.newAccount()
    const give = (by: Headers, role: string | null) =>
      net.done(by, 'settings.members.set', { address: puppet.address, role })
    const approve = async (by: Headers, approvalId: string) =>
      (await net.act(by, 'approval.approve', { approvalId })).code ?? 'ok'
    await give(admin.headers, 'OPERATOR')
    const byPuppet = await net.sessionOf(puppet)
    const first = await pending(byPuppet)
    expect(await approve(admin.headers, first)).toBe('second_person_required')
    await give(admin.headers, null)
    expect(await approve(admin.headers, first)).toBe('second_person_required')
    expect((await net.act(admin.headers, 'approval.reject', { approvalId: first })).status).toBe(200)
    // The owner answers for the role, and may decide in any case.
    await give(net.owner, 'OPERATOR')
    await net.rows('update workspace_appointments set ended_at = ended_at - 1')
    for (const by of [admin.headers, net.owner]) {
      expect(await approve(by, await pending(byPuppet))).toBe('ok')
      await net.rows("update actions set status = 'executed'")
      await net.rows("update workspace_approvals set status = 'executed' where status = 'approved'")
    }
  })

  test('of several decisions at once one is made', async () => {
    for (const decisions of [
      ['approval.approve', 'approval.approve'],
      ['approval.approve', 'approval.reject'],
    ]) {
      const approvalId = await pending(operator)
      const [first = '', second = ''] = decisions
      const answers = await Promise.all([
        net.act(admin.headers, first, { approvalId }),
        net.act(net.owner, second, { approvalId }),
      ])
      expect(codes(answers)).toEqual(['already_decided', 'ok'])
      const [row] = await net.rows<{ status: string }>(
        'select status from workspace_approvals where id = ?',
        approvalId,
      )
      const wasApproved = answers[0]?.status === 200 || second === 'approval.approve'
      expect(row?.status).toBe(wasApproved ? 'approved' : 'rejected')
      const inFlight = await net.rows(`select 1 from actions where status = 'pending'`)
      expect(inFlight).toHaveLength(wasApproved ? 1 : 0)
      await net.rows("update actions set status = 'executed'")
      await net.rows("update workspace_approvals set status = 'executed' where status = 'approved'")
    }
  })

  test('the requester withdraws it', async () => {
    const approvalId = await pending(operator)
    expect(await net.done(operator, 'approval.cancel', { approvalId })).toMatchObject({ status: 'cancelled' })
    expect((await net.act(admin.headers, 'approval.approve', { approvalId })).code).toBe('already_decided')
  })

  test('a role that is taken away no longer approves', async () => {
    const approvalId = await pending(operator)
    const former = await net.member('ADMIN')
    await net.done(net.owner, 'settings.members.set', { address: former.address, role: null })
    expect((await net.act(former.headers, 'approval.approve', { approvalId })).code).toBe('forbidden')
    await net.done(operator, 'approval.cancel', { approvalId })
  })
})

describe('changeWorkspaceTasks', () => {
  const newTask = async (): Promise<string> => {
    const id = crypto.randomUUID()
    await net.rows(
      `insert into workspace_task_state (id, vault_address, title, priority, cause, updated_at, created_at)
       values (?, ?, 'Look', 'normal', ?, 1, 1)`,
      id,
      net.vault.toLowerCase(),
      `test:${id}`,
    )
    return id
  }

  test('a task ends once, is put off, and is given to members alone', async () => {
    const taskId = await newTask()
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString()
    expect((await net.act(operator, 'task.snooze', { taskId, snoozedUntil: '2020-01-01T00:00:00Z' })).status).toBe(400)
    expect(await net.done(operator, 'task.snooze', { taskId, snoozedUntil })).toMatchObject({ status: 'snoozed' })
    expect(dataOf(await net.get('tasks', operator, { taskStatus: 'snoozed' }), WorkspaceTasks).tasks).toHaveLength(1)
    const stranger = accountOf(net, 'stranger').address
    expect((await net.act(operator, 'task.assign', { taskId, assignee: stranger })).code).toBe('not_a_member')
    expect(await net.done(operator, 'task.assign', { taskId, assignee: admin.address })).toMatchObject({
      status: 'assigned',
    })
    const answers = await Promise.all(
      ['task.approve', 'task.reject'].map((action) => net.act(operator, action, { taskId })),
    )
    expect(codes(answers)).toEqual(['already_decided', 'ok'])
    // Of another vault it is not there.
    const elsewhere = await net.post('tasks', net.owner, {
      vault: net.vault2,
      action: 'task.approve',
      payload: { taskId: await newTask() },
    })
    expect(elsewhere.code).toBe('workspace_item_not_found')
  })

  test('an alert is acknowledged, then resolved', async () => {
    const [row] = await net.rows<{ id: number }>(
      `insert into workspace_alert_events (vault_address, source, cause, severity, message, created_at)
       values (?, 'monitoring', 'check:x', 'warn', 'x', 1) returning id`,
      net.vault.toLowerCase(),
    )
    const alertId = row?.id
    expect(await net.done(operator, 'alert.acknowledge', { alertId })).toMatchObject({ status: 'acknowledged' })
    expect((await net.act(operator, 'alert.acknowledge', { alertId })).code).toBe('already_decided')
    expect(await net.done(operator, 'alert.resolve', { alertId })).toMatchObject({ status: 'resolved' })
    expect((await net.act(operator, 'alert.resolve', { alertId })).code).toBe('already_decided')
  })
})

describe('changeWorkspaceRooms', () => {
  const rule = (roomKey: string, version: number, more: object = {}) => ({
    roomKey,
    version,
    minSharesRaw: '1000',
    minHoldSeconds: 0,
    graceHours: 24,
    gatingEnabled: true,
    joinLocked: false,
    enabled: true,
    ...more,
  })

  test('of two editors of the same version one wins', async () => {
    const { rules } = dataOf(await net.get('rooms', operator), WorkspaceRooms)
    const version = rules.find(({ roomKey }) => roomKey === 'msgnet:aurora-lobby')?.version ?? 0
    const answers = await Promise.all(
      [net.owner, admin.headers].map((headers) =>
        net.act(headers, 'rooms.rules.upsert', rule('msgnet:aurora-lobby', version)),
      ),
    )
    expect(codes(answers)).toEqual(['ok', 'room_changed'])
    expect(dataOf(await net.get('rooms', operator), WorkspaceRooms).rules).toContainEqual(
      expect.objectContaining({
        roomKey: 'msgnet:aurora-lobby',
        version: version + 1,
        graceHours: 24,
        minSharesRaw: '1000',
      }),
    )
  })

  test('nobody opens another’s room, nor a chat that is not linked', async () => {
    const upsert = async (roomKey: string) => (await net.act(net.owner, 'rooms.rules.upsert', rule(roomKey, 0))).code
    expect(await upsert('msgnet:ferry-crew')).toBe('room_taken')
    expect(await upsert('chatapp:-42')).toBe('room_not_found')
    expect(await upsert(`vault-ui:${net.vault2}`)).toBe('invalid_request')
    expect(await upsert('elsewhere:1')).toBe('invalid_request')
    expect(await upsert('msgnet:new')).toBeNull()
  })

  test('a chat is linked when keepers have looked, and closed when it is unlinked', async () => {
    expect((await net.act(admin.headers, 'rooms.chatapp.link', { chatId: '-42' })).code).toBe('link_required')
    const agent = accountOf(net, 'agent').address
    await net.done(net.owner, 'settings.members.set', { address: agent, role: 'ADMIN' })
    const byAgent = await net.session('agent')
    expect((await net.act(byAgent, 'rooms.chatapp.link', { chatId: LOCAL_CONVERSATION })).code).toBe('already_decided')
    const linked = await net.done(byAgent, 'rooms.chatapp.link', { chatId: '-42' })
    expect(linked).toMatchObject({ status: 'enqueued' })
    expect(await net.rows("select 1 from chat_conversations where conversation_id = '-42'")).toEqual([])
    const [row] = await net.rows<{ action: string }>('select action from actions where id = ?', linked.actionId)
    expect(JSON.parse(row?.action ?? '')).toMatchObject({ chatId: '-42', chatappUserId: '10000004' })
    expect(await net.done(byAgent, 'rooms.chatapp.unlink', { chatId: LOCAL_CONVERSATION })).toMatchObject({
      status: 'removed',
    })
    const { chatapp } = dataOf(await net.get('rooms', operator), WorkspaceRooms)
    expect(chatapp).toMatchObject({ linked: false, enabled: false, chatId: null, roomChatId: null, memberCount: null })
    // Another vault for which it works next can create its room again.
    await net.rows(
      'insert into chat_conversations (conversation_id, chain_id, vault, created_at) values (?, ?, ?, 1)',
      LOCAL_CONVERSATION,
      net.world.chainId,
      net.vault2.toLowerCase(),
    )
    const payload = rule(`chatapp:${LOCAL_CONVERSATION}`, 0)
    const made = await net.post('rooms', net.owner, { vault: net.vault2, action: 'rooms.rules.upsert', payload })
    expect([made.status, made.code]).toEqual([200, null])
  })

  test('a message is published once for its key, to groups of the vault alone', async () => {
    const payload = { conversationId: 'aurora-holders', text: 'The auction has settled.' }
    expect((await net.act(admin.headers, 'rooms.msgnet.publish', payload)).code).toBe('invalid_request')
    const key = { idempotencyKey: 'settled' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => net.done(admin.headers, 'rooms.msgnet.publish', payload, key)),
    )
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    // Not again after it has been done, either.
    await net.rows("update actions set status = 'executed' where action_type = 'msgnet.group.publish'")
    expect((await net.done(admin.headers, 'rooms.msgnet.publish', payload, key)).actionId).toBe(answers[0]?.actionId)
    const { msgnet } = dataOf(await net.get('rooms', operator), WorkspaceRooms)
    expect(msgnet.recentMessages).toMatchObject([{ ...payload, actionId: answers[0]?.actionId, status: 'executed' }])
    const foreign = { ...payload, conversationId: 'ferry-crew' }
    expect((await net.act(admin.headers, 'rooms.msgnet.publish', foreign, { idempotencyKey: 'x' })).code).toBe(
      'room_not_found',
    )
  })
})

/** An answer without its time and block. */
const plain = ({ json }: Answer): unknown =>
  JSON.parse(JSON.stringify(json).replace(/"(generatedAt|blockNumber)":"[^"]*"|"timestamp":[0-9]+/g, '"-":0'))

describe('getWorkspaceSummary', () => {
  test('counts what there is', async () => {
    const summary = dataOf(await net.get('summary', operator), WorkspaceSummary)
    expect(summary).toMatchObject({
      ownerAddress: accountOf(net, 'owner').address,
      creatorCoinAddress: net.world.contracts.creatorCoin,
      groupId: 'aurora-holders',
      metrics: { strategyCount: 2, activeStrategyCount: 2 },
      settlement: { settlementStage: null, settledAt: null, graduatedAt: null },
      automation: { enabled: false, scope: 'none' },
    })
    expect(summary.latestActivity).toHaveLength(10)
  })
})

describe('getWorkspaceStrategies', () => {
  test('shows what the chain says beside what members want, and makes nothing up', async () => {
    await net.done(operator, 'strategy.setTarget', { strategyAddress: net.lpStrategy, targetWeightBps: 10 })
    const { strategies } = dataOf(await net.get('strategies', operator), WorkspaceStrategies)
    expect(strategies.map(({ strategyAddress }) => strategyAddress)).toEqual([net.lendpoolStrategy, net.lpStrategy])
    expect(strategies[1]).toMatchObject({
      kind: 'lpstrat',
      status: 'active',
      isActive: true,
      currentWeightRaw: '4000',
      targetWeightBps: 10,
      targetMaxAssetsCap: null,
      aprSignal: { expectedAprBps: null, confidence: 'unknown', source: 'none' },
      availableActions: ['strategy.setTarget', 'strategy.execute'],
      executable: [{ actionType: 'strategy.lpstrat.rebalance', risk: 'low' }],
    })
    expect(strategies[0]?.executable).toMatchObject([{ actionType: 'strategy.lendpool.rebucket', risk: 'high' }])
    const viewer = dataOf(await net.get('strategies', (await net.member('VIEWER')).headers), WorkspaceStrategies)
    expect(viewer.strategies.flatMap(({ availableActions }) => availableActions)).toEqual([])
  })
})

describe('getWorkspaceMonitoring', () => {
  test('a strategy that is over its cap fails, in the section of targets', async () => {
    const cap = (maxAssetsCap: string | null) =>
      net.done(operator, 'strategy.setTarget', { strategyAddress: net.lpStrategy, targetWeightBps: 10, maxAssetsCap })
    await cap('500')
    const { summary, sections } = dataOf(await net.get('monitoring', operator), WorkspaceMonitoring)
    expect(summary.fail).toBe(1)
    expect(sections.map(({ id }) => id)).toEqual(['vault', 'strategies', 'targets', 'operations'])
    expect(sections[2]?.checks).toMatchObject([{ status: 'fail' }])
    await cap(null)
    expect(dataOf(await net.get('monitoring', operator), WorkspaceMonitoring).summary.fail).toBe(0)
  })
})

describe('getWorkspaceActivity', () => {
  test('the newest first, as many as requested', async () => {
    const { activity } = dataOf(await net.get('activity', operator, { limit: '2' }), WorkspaceActivity)
    expect(activity.map(({ eventType }) => eventType)).toEqual(['strategy.setTarget', 'strategy.setTarget'])
    for (const limit of ['-1', '201', 'x']) expect((await net.get('activity', operator, { limit })).status).toBe(400)
  })
})

describe('getWorkspaceSettings', () => {
  test('who may not manage settings sees preferences of its own alone', async () => {
    await net.done(admin.headers, 'settings.notifications.upsert', {
      chatappEnabled: true,
      msgnetEnabled: false,
      emailEnabled: false,
      minSeverity: 'critical',
      channels: ['pager'],
    })
    const preferences = async (headers: Headers) =>
      dataOf(await net.get('settings', headers), WorkspaceSettings).notificationPreferences
    expect(await preferences(net.owner)).toMatchObject([
      { principalAddress: admin.address, minSeverity: 'critical', channels: ['pager'] },
    ])
    expect(await preferences(operator)).toEqual([])
  })
})

describe('getWorkspaceRooms', () => {
  test('shows every room of the vault with its version, and nothing of another', async () => {
    const { rules, msgnet } = dataOf(await net.get('rooms', operator), WorkspaceRooms)
    expect(rules.map(({ roomKey }) => roomKey)).not.toContain('msgnet:ferry-crew')
    expect(rules.every(({ version }) => version > 0)).toBe(true)
    expect(msgnet).toMatchObject({
      linked: true,
      conversationId: 'aurora-holders',
      agentAddress: null,
      agentType: null,
    })
  })
})

describe('getWorkspaceTasks', () => {
  test('by status', async () => {
    const all = dataOf(await net.get('tasks', operator), WorkspaceTasks)
    const cancelled = dataOf(
      await net.get('tasks', operator, { approvalStatus: 'cancelled', taskStatus: 'open' }),
      WorkspaceTasks,
    )
    expect(cancelled.approvals).toEqual(all.approvals.filter(({ status }) => status === 'cancelled'))
    expect(cancelled.approvals.length).toBeGreaterThan(0)
    expect(cancelled.tasks).toEqual(all.tasks.filter(({ status }) => status === 'open'))
    expect((await net.get('tasks', operator, { taskStatus: 'unknown' })).status).toBe(400)
  })
})

/** By body they are the same as by query. */
const isTheSame = (op: string) => async () =>
  expect(plain(await net.post(op, operator, {}))).toEqual(plain(await net.get(op, operator)))
describe('readWorkspaceSummary', () => test('is the same read by body', isTheSame('summary')))
describe('readWorkspaceMonitoring', () => test('is the same read by body', isTheSame('monitoring')))
describe('readWorkspaceActivity', () => {
  test('is the same read by body', isTheSame('activity'))
  test('with its parameters', async () => {
    const body = await net.post('activity', operator, { includeSystem: true, limit: 2 })
    expect(plain(body)).toEqual(plain(await net.get('activity', operator, { includeSystem: 'true', limit: '2' })))
    expect((await net.post('activity', operator, { limit: -1 })).status).toBe(400)
  })
})

test('an action of another path is refused', async () => {
  const payload = { strategyAddress: net.lpStrategy, targetWeightBps: 10 }
  expect((await net.post('tasks', operator, { action: 'strategy.setTarget', payload })).status).toBe(400)
})
