import { z } from '@hono/zod-openapi'
import { Amount, EvmAddress } from '../common.ts'
import { VaultCheck } from '../vault/report.ts'
import { WORKSPACE_ACTIONS } from './actions.ts'
import { count, frame, line, lineOrNull, Permission, someone, time, when } from './parts.ts'
import {
  NotificationPreference,
  RoomRule,
  StrategyTarget,
  WorkspaceActivityEvent,
  WorkspaceAlert,
  WorkspaceApproval,
  WorkspaceMember,
  WorkspaceTask,
} from './records.ts'

const chatapp = {
  enabled: z.boolean().openapi({ description: 'A room of the chat app has an enabled rule' }),
  linked: z.boolean().openapi({ description: 'A chat of the chat app works for this vault' }),
  chatId: lineOrNull('That chat, which gives commands; null if none is linked'),
  roomChatId: lineOrNull('The chat of the enabled rule, which holders enter; null without one'),
  memberCount: z
    .int()
    .nullable()
    .openapi({ description: 'Members of the chat: only the chat app knows them, so it is null here' }),
}

const msgnet = {
  linked: z.boolean().openapi({ description: 'A group of the messaging network has an enabled rule' }),
  conversationId: lineOrNull('The first such group, by its key; null without one'),
  agentAddress: someone('The agent of the owner’s account, which speaks for the vault; null if it has none'),
  agentType: z
    .enum(['eoa', 'sw'])
    .nullable()
    .openapi({ description: 'eoa: an account with a key; sw: a smart wallet. null without an agent' }),
}

const automation = {
  enabled: z.boolean().openapi({ description: 'The account of the vault’s owner has an agent with a server wallet' }),
  scope: z
    .enum(['none', 'agent'])
    .openapi({ description: 'agent: what that agent may do as an owner of its smart wallet; none without one' }),
}

export const WorkspaceSummary = z
  .object({
    ...frame,
    groupId: lineOrNull('Group of the messaging network under which keepers know the vault; null if none is linked'),
    ownerAddress: someone('Onchain owner of the vault (ERC-173); null if the vault does not name one'),
    creatorCoinAddress: EvmAddress.openapi({ description: 'The vault’s asset' }),
    settlement: z
      .object({
        settlementStage: lineOrNull('Phase of the launch arm’s current auction, as the index has it; null if unknown'),
        settledAt: when('When the auction settled'),
        graduatedAt: when('When the auction graduated'),
      })
      .openapi({ description: 'From the index of vaults; all null while that does not list the vault' }),
    metrics: z.object({
      strategyCount: count('Strategies of the vault'),
      activeStrategyCount: z.int().nullable().openapi({
        description: 'Those that are active; null while one of them, or one past the 64th, could not be told',
        example: 2,
      }),
      configuredTargetCount: count('Strategies that have a target'),
      openAlerts: count('Alerts that are not resolved'),
      pendingTasks: count('Tasks that are open or snoozed'),
      pendingApprovals: count('Approvals that wait for a second person'),
    }),
    rooms: z.object({ chatapp: z.object(chatapp), msgnet: z.object(msgnet) }),
    latestAlerts: z.array(WorkspaceAlert).openapi({ description: 'The newest that are not resolved, at most 5' }),
    latestActivity: z.array(WorkspaceActivityEvent).openapi({ description: 'The newest, at most 10' }),
    automation: z.object({
      ...automation,
      canonicalSwAddress: someone('Smart wallet for which that agent acts; null without one'),
      embeddedEoaAddress: someone('Wallet of that agent, which the wallet provider keeps; null without one'),
    }),
  })
  .openapi('WorkspaceSummary')

const tally = (of: string) => count(`Checks that ${of}`)
const tallies = { pass: tally('passed'), warn: tally('warned'), fail: tally('failed'), info: tally('informed') }

export const WorkspaceMonitoring = z
  .object({
    ...frame,
    sections: z.array(
      z.object({
        id: z
          .enum(['vault', 'strategies', 'targets', 'operations'])
          .openapi({ description: 'Stable name of the section' }),
        title: line('Heading of the section'),
        checks: z.array(VaultCheck),
      }),
    ),
    summary: z.object(tallies).openapi({ description: 'The checks of all sections by status' }),
    alerts: z.array(WorkspaceAlert).openapi({ description: 'The newest that are not resolved, at most 50' }),
    incidents: z
      .array(
        z.object({
          actionId: z.int().openapi({ description: 'Number of the action', example: 3 }),
          actionType: line('What was to be done'),
          error: lineOrNull('What the keeper reported'),
          failedAt: time('When it was given up'),
        }),
      )
      .openapi({
        description: 'Actions for this vault that keepers gave up within 7 days, the newest first, at most 50',
      }),
    trend: z
      .array(
        z.object({
          timestamp: time('When the schedule looked'),
          pass: tallies.pass,
          warn: tallies.warn,
          fail: tallies.fail,
        }),
      )
      .openapi({ description: 'Snapshots of the last 7 days, the oldest first, at most 200 of them, evenly spread' }),
    latestSnapshotId: lineOrNull('Number of the newest snapshot; null before the first'),
  })
  .openapi('WorkspaceMonitoring')

export const WorkspaceActivity = z
  .object({
    ...frame,
    activity: z.array(WorkspaceActivityEvent).openapi({ description: 'The newest first; kept for 60 days' }),
  })
  .openapi('WorkspaceActivity')

export const WorkspaceRooms = z
  .object({
    ...frame,
    chatapp: z.object({
      ...chatapp,
      minSharesRaw: Amount.nullable().openapi({
        description: 'Shares that the enabled room takes, in base units; null without one',
      }),
      graceHours: z.number().nullable().openapi({
        description: 'Hours for which a member who no longer qualifies may stay; null without such a room',
      }),
      recentSummaries: z
        .array(z.string())
        .nullable()
        .openapi({ description: 'Summaries of what was said: none are made or kept, so it is null' }),
    }),
    msgnet: z.object({
      ...msgnet,
      recentMessages: z
        .array(
          z.object({
            actionId: z.int().openapi({ description: 'Number of the keeper’s action', example: 3 }),
            conversationId: line('Group that it goes to'),
            text: line('The message'),
            status: line('One of pending, retry, executing, executed and failed'),
            createdAt: time('When it was published here'),
          }),
        )
        .openapi({
          description: 'What was published here, the newest first, at most 10; others’ messages are not kept',
        }),
    }),
    rules: z.array(RoomRule).openapi({ description: 'All rooms of the vault, by key' }),
  })
  .openapi('WorkspaceRooms')

export const WorkspaceTasks = z
  .object({
    ...frame,
    tasks: z.array(WorkspaceTask).openapi({ description: 'The newest first, at most 200' }),
    approvals: z.array(WorkspaceApproval).openapi({ description: 'The newest first, at most 200' }),
  })
  .openapi('WorkspaceTasks')

export const WorkspaceSettings = z
  .object({
    ...frame,
    notificationPreferences: z
      .array(NotificationPreference)
      .openapi({ description: 'Of all members for who may manage settings, else the caller’s own' }),
    strategyTargets: z.array(StrategyTarget).openapi({ description: 'By strategy' }),
    thresholds: z
      .record(z.string(), z.number())
      .openapi({ type: 'object', additionalProperties: true, description: 'The bounds that checks and risks go by' }),
    automation: z.object(automation),
    members: z.array(WorkspaceMember).openapi({ description: 'Who has a role, the owner first' }),
  })
  .openapi('WorkspaceSettings')

export const WorkspaceActions = z
  .object({
    ...frame,
    permissions: z.array(Permission).openapi({ description: 'What the caller’s role may do' }),
    actions: z
      .array(
        z.object({
          action: z.enum(WORKSPACE_ACTIONS).openapi({ description: 'Value of `action` of POST /v1/workspace/actions' }),
          permission: Permission,
          allowed: z.boolean().openapi({ description: 'Whether the caller’s role has that permission' }),
        }),
      )
      .openapi({ description: 'Every action; what it takes is in the document of POST /v1/workspace/actions' }),
  })
  .openapi('WorkspaceActions')
