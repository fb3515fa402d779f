import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { WORKSPACE_ACTIONS, type WorkspaceAction } from '../../../schema/workspace/actions.ts'
import { WorkspaceActions, WorkspaceSettings } from '../../../schema/workspace/answers.ts'
import type { VaultRole } from '../../../schema/workspace/vaultRoles.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { deployVault } from '../../../localnet/world/deployVault.ts'
import { accountOf, bearer, dataOf, receiptOf, requestsWith, signIn } from '../../account/support.ts'
import { type Headers, startWorkspaceNet } from './startWorkspaceNet.ts'
import { useNet } from '../../support/useNet.ts'

let as: Record<VaultRole, Headers>
const net = useNet(() => startWorkspaceNet())
beforeAll(async () => {
  as = {
    OWNER: net.owner,
    ADMIN: (await net.member('ADMIN')).headers,
    OPERATOR: (await net.member('OPERATOR')).headers,
    VIEWER: (await net.member('VIEWER')).headers,
  }
})

const NOBODY = '0x00000000000000000000000000000000000A11cE'
const strategy = { strategyAddress: NOBODY }
const task = { taskId: 'none' }
const approval = { approvalId: 'none' }
const alert = { alertId: 999 }
const rule = {
  roomKey: 'msgnet:other',
  version: 9,
  minSharesRaw: '0',
  minHoldSeconds: 0,
  graceHours: 0,
  gatingEnabled: true,
  joinLocked: false,
  enabled: true,
}
const notifications = { chatappEnabled: true, msgnetEnabled: false, emailEnabled: false, minSeverity: 'warn' }

/** Roles by action, and a payload that passes the permission and no further, or changes nothing of note. */
const TABLE: Record<WorkspaceAction, { roles: readonly VaultRole[]; payload: object }> = {
  'strategy.setTarget': { roles: ['OWNER', 'ADMIN', 'OPERATOR'], payload: { ...strategy, targetWeightBps: 1 } },
  'strategy.execute': {
    roles: ['OWNER', 'ADMIN', 'OPERATOR'],
    payload: { ...strategy, actionType: 'strategy.lpstrat.rebalance' },
  },
  'task.approve': { roles: ['OWNER', 'ADMIN', 'OPERATOR'], payload: task },
  'task.reject': { roles: ['OWNER', 'ADMIN', 'OPERATOR'], payload: task },
  'task.snooze': {
    roles: ['OWNER', 'ADMIN', 'OPERATOR'],
    payload: { ...task, snoozedUntil: new Date(Date.now() + 86_400_000).toISOString() },
  },
  'task.assign': { roles: ['OWNER', 'ADMIN', 'OPERATOR'], payload: { ...task, assignee: null } },
  'approval.approve': { roles: ['OWNER', 'ADMIN'], payload: approval },
  'approval.reject': { roles: ['OWNER', 'ADMIN'], payload: approval },
  'approval.cancel': { roles: ['OWNER', 'ADMIN', 'OPERATOR'], payload: approval },
  'alert.acknowledge': { roles: ['OWNER', 'ADMIN', 'OPERATOR'], payload: alert },
  'alert.resolve': { roles: ['OWNER', 'ADMIN', 'OPERATOR'], payload: alert },
  'settings.notifications.upsert': { roles: ['OWNER', 'ADMIN'], payload: notifications },
  'settings.members.set': { roles: ['OWNER', 'ADMIN'], payload: { address: NOBODY, role: null } },
  'rooms.chatapp.link': { roles: ['OWNER', 'ADMIN'], payload: { chatId: '-5' } },
  'rooms.chatapp.unlink': { roles: ['OWNER', 'ADMIN'], payload: { chatId: '-5' } },
  'rooms.msgnet.publish': { roles: ['OWNER', 'ADMIN'], payload: { conversationId: 'other', text: 'hello' } },
  'rooms.rules.upsert': { roles: ['OWNER', 'ADMIN'], payload: rule },
}
const ROLES = ['OWNER', 'ADMIN', 'OPERATOR', 'VIEWER'] as const

describe('getWorkspaceActions', () => {
  test.each(ROLES)('%s: every action that the role may do and no other, as GET actions says', async (role) => {
    const answers = await Promise.all(
      WORKSPACE_ACTIONS.map((action) => net.act(as[role], action, TABLE[action].payload, { idempotencyKey: action })),
    )
    const refused = WORKSPACE_ACTIONS.filter((_, i) => answers[i]?.code === 'forbidden')
    expect(refused).toEqual(WORKSPACE_ACTIONS.filter((action) => !TABLE[action].roles.includes(role)))
    expect(answers.map(({ status }) => status).filter((status) => ![200, 403, 404, 409].includes(status))).toEqual([])
    const { actions, actorRole } = dataOf(await net.get('actions', as[role]), WorkspaceActions)
    expect(actorRole).toBe(role)
    expect(actions.filter(({ allowed }) => !allowed).map(({ action }) => action)).toEqual(refused)
  })
})

describe('changeWorkspaceSettings', () => {
  test('an admin makes no admin, and takes none away', async () => {
    const account = net.newAccount()
    const make = (role: string | null, address: string = account.address) =>
      net.change(as.ADMIN, 'settings.members.set', { address, role })
    expect((await make('ADMIN')).code).toBe('forbidden')
    expect((await make('OPERATOR')).status).toBe(200)
    const { address } = await net.member('ADMIN')
    expect([(await make(null, address)).code, (await make('VIEWER', address)).code]).toEqual(['forbidden', 'forbidden'])
    const { members } = dataOf(await net.get('settings', as.VIEWER), WorkspaceSettings)
    expect(members[0]).toMatchObject({ role: 'OWNER', source: 'chain' })
    expect(members).toContainEqual({ address, role: 'ADMIN', source: 'configuration' })
    expect(members).toContainEqual({ address: account.address, role: 'OPERATOR', source: 'configuration' })
    const owner = accountOf(net, 'owner').address
    expect((await net.act(as.OWNER, 'settings.members.set', { address: owner, role: 'VIEWER' })).status).toBe(400)
  })
})

describe('who gets in', () => {
  test('the onchain owner without a row, also by another wallet of the account', async () => {
    expect(
      await net.rows('select 1 from workspace_members where address = ?', accountOf(net, 'owner').address),
    ).toEqual([])
    const other = net.newAccount()
    const headers = await net.sessionOf(other)
    expect((await net.get('summary', headers)).code).toBe('forbidden')
    await net.addWallet(accountOf(net, 'owner').address, other.address)
    expect(dataOf(await net.get('actions', headers), WorkspaceActions).actorRole).toBe('OWNER')
  })

  test('nobody without a role, and a member nowhere else', async () => {
    const stranger = await net.session('stranger')
    for (const op of ['summary', 'strategies', 'monitoring', 'activity', 'rooms', 'tasks', 'settings', 'actions'])
      expect([op, (await net.get(op, stranger)).code]).toEqual([op, 'forbidden'])
    expect((await net.get('tasks', as.ADMIN, { vault: net.vault2 })).code).toBe('forbidden')
    expect((await net.get('tasks', {})).status).toBe(401)
  })

  test('administrators of the deployment look, and change nothing', async () => {
    const admin = await net.session('admin')
    expect(dataOf(await net.get('actions', admin), WorkspaceActions).actorRole).toBe('VIEWER')
    expect((await net.act(admin, 'settings.members.set', { address: NOBODY, role: 'VIEWER' })).code).toBe('forbidden')
  })

  test('security: a limited session of an administrator does not look, and that of a member reads alone', async () => {
    const limited = async (role: 'admin' | 'owner') =>
      bearer((await signIn(net.api, accountOf(net, role), 'limited')).token)
    expect((await net.get('actions', await limited('admin'))).code).toBe('forbidden')
    const owner = await limited('owner')
    expect(dataOf(await net.get('actions', owner), WorkspaceActions).actorRole).toBe('OWNER')
    expect((await net.act(owner, 'settings.members.set', { address: NOBODY, role: 'VIEWER' })).status).toBe(401)
  })

  test('an agent reads by its receipt, and writes by a signed request alone', async () => {
    const agent = accountOf(net, 'agent')
    await net.done(as.OWNER, 'settings.members.set', { address: agent.address, role: 'ADMIN' })
    const { receipt } = await receiptOf(net.api, 0, agent)
    const headers = { 'x-siwa-receipt': receipt }
    const answer = await net.get('actions', headers)
    expect(dataOf(answer, WorkspaceActions).actorRole).toBe('ADMIN')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await net.act(headers, 'settings.members.set', { address: NOBODY, role: null })).status).toBe(401)
  })

  test('no vault is 404: nothing there, another contract, and a vault that the registry does not list', async () => {
    const unlisted = await deployVault({
      rpcUrl: net.rpcUrl,
      artifacts: await loadArtifacts(),
      world: net.world,
      strategies: 0,
    })
    const codes = await Promise.all(
      [NOBODY, net.world.contracts.usdc, unlisted.vault].map(
        async (vault) => (await net.get('summary', as.OWNER, { vault })).code,
      ),
    )
    expect(codes).toEqual(['not_a_contract', 'not_a_vault', 'not_a_vault'])
    const { json } = await net.get('summary', as.OWNER, { vault: NOBODY })
    expect(json).toMatchObject({ error: expect.stringMatching(/^not_a_contract: vault:/) })
  })

  test.each([
    ['another contract', { registry: 'usdc' }],
    ['missing', { registry: undefined }],
  ] as const)('a registry that is %s is an outage, and makes no vault unknown', (_, { registry }) => {
    const { contracts, ...chain } = z
      .looseObject({ contracts: z.looseObject({}) })
      .parse(JSON.parse(net.variables['CHAIN_CONFIG'] ?? ''))
    const wrong = { ...contracts, registry: registry && net.world.contracts[registry] }
    return net.withVariables({ CHAIN_CONFIG: JSON.stringify({ ...chain, contracts: wrong }) }, async () => {
      expect(await net.get('summary', as.OWNER)).toMatchObject({ status: 503, code: 'role_not_configured' })
      expect(await net.act(as.OWNER, 'task.approve', task)).toMatchObject({ status: 503, code: 'role_not_configured' })
    })
  })

  test('a dead node is an outage to everybody, and one request is all that an answer takes', async () => {
    const stranger = await net.session('stranger')
    net.proxy.mode = 'drop'
    expect((await net.get('tasks', stranger)).code).toMatch(/^upstream_/)
    // Whose the owner’s smart wallet is cannot be read either.
    const unknown = { status: 503, code: 'authority_unknown' }
    expect(await net.get('tasks', as.OWNER)).toMatchObject(unknown)
    expect(await net.act(as.OWNER, 'task.approve', task)).toMatchObject(unknown)
    net.proxy.mode = 'pass'
    await expect.poll(async () => (await net.get('tasks', as.OWNER)).status).toBe(200)
    for (const op of ['summary', 'strategies', 'monitoring', 'tasks']) {
      net.proxy.reset()
      expect((await net.get(op, as.OWNER)).status).toBe(200)
      expect([op, requestsWith(net.proxy, net.vault)]).toEqual([op, 1])
    }
  })
})
