import * as z from 'zod'
import { EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, integerOrNull, textOrNull, timeOrNull } from '../fields.ts'
import { VaultCheck } from '../vault/report.ts'
import { WORKSPACE_ACTIONS } from './actions.ts'
import { count, commonFields, text, Permission, time } from './parts.ts'
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
  enabled: z.boolean().describe('Whether the vault has an enabled chat room'),
  linked: z.boolean().describe('Whether a chat of the chat app is linked to this vault'),
  chatId: textOrNull('Id of the linked chat, where members give commands; null if no chat is linked'),
  roomChatId: textOrNull('Id of the chat of the enabled chat room, which holders may enter; null without such a room'),
  memberCount: integerOrNull('Always null: only the chat app knows its members'),
}

const msgnet = {
  linked: z.boolean().describe('Whether the vault has an enabled messaging-network room'),
  conversationId: textOrNull('Group of the first of these rooms, by room key; null without one'),
  agentAddress: addressOrNull(
    'Smart wallet of the vault owner’s agent, which speaks for the vault; null without an agent',
  ),
  agentType: z
    .enum(['eoa', 'sw'])
    .nullable()
    .describe('eoa: a wallet with a private key; sw: a smart wallet; null without an agent'),
}

const automation = {
  enabled: z.boolean().describe('Whether the vault owner’s account has an agent with a server wallet'),
  scope: z
    .enum(['none', 'agent'])
    .describe('agent: what that agent may do as an owner of its smart wallet; none: no agent'),
}

export const WorkspaceSummary = z
  .object({
    ...commonFields,
    groupId: textOrNull('Messaging-network group that keepers use for the vault; null if no group is linked'),
    ownerAddress: addressOrNull('Onchain owner of the vault (ERC-173); null if the vault reports no owner'),
    creatorCoinAddress: EvmAddress.describe('Creator coin, which is the vault’s asset'),
    settlement: z
      .object({
        settlementStage: textOrNull('Phase of the launch arm’s current auction; null if unknown'),
        settledAt: timeOrNull('When the auction settled; null if unknown or not settled'),
        graduatedAt: timeOrNull('When the auction graduated; null if unknown or not graduated'),
      })
      .describe('Auction status from the index of vaults; all fields are null if the index does not list the vault'),
    metrics: z.object({
      strategyCount: count('Number of strategies of the vault'),
      activeStrategyCount: z.int().nullable().meta({
        description:
          'Number of active strategies; null if the status of one is unknown, or if the vault has more than 64',
        example: 2,
      }),
      configuredTargetCount: count('Number of strategies with a target'),
      openAlerts: count('Number of unresolved alerts'),
      pendingTasks: count('Number of open or snoozed tasks'),
      pendingApprovals: count('Number of pending approvals'),
    }),
    rooms: z.object({ chatapp: z.object(chatapp), msgnet: z.object(msgnet) }),
    latestAlerts: z.array(WorkspaceAlert).describe('Newest unresolved alerts, at most 5'),
    latestActivity: z.array(WorkspaceActivityEvent).describe('Newest events, at most 10'),
    automation: z.object({
      ...automation,
      canonicalSwAddress: addressOrNull('Smart wallet that the owner’s agent acts for; null without an agent'),
      embeddedEoaAddress: addressOrNull('Server wallet of that agent, held by the wallet provider; null without one'),
    }),
  })
  .meta({ id: 'WorkspaceSummary' })

const tally = (of: string) => count(`Number of checks ${of}`)
const tallies = {
  pass: tally('that passed'),
  warn: tally('with a warning'),
  fail: tally('that failed'),
  info: tally('that only inform'),
}

export const WorkspaceMonitoring = z
  .object({
    ...commonFields,
    sections: z.array(
      z.object({
        id: z.enum(['vault', 'strategies', 'targets', 'operations']).describe('Stable id of the section'),
        title: text('Title of the section'),
        checks: z.array(VaultCheck),
      }),
    ),
    summary: z.object(tallies).describe('Number of checks in all sections, by status'),
    alerts: z.array(WorkspaceAlert).describe('Newest unresolved alerts, at most 50'),
    incidents: z
      .array(
        z.object({
          actionId: z.int().meta({ description: 'Id of the action', example: 3 }),
          actionType: text('Type of the action'),
          error: textOrNull('Error that the keeper reported; null if it reported none'),
          failedAt: time('When the action failed'),
        }),
      )
      .describe('Actions of this vault that failed in the last 7 days, newest first, at most 50'),
    trend: z
      .array(
        z.object({
          timestamp: time('When the scheduled check ran'),
          pass: tallies.pass,
          warn: tallies.warn,
          fail: tallies.fail,
        }),
      )
      .describe('Scheduled checks of the last 7 days, oldest first; at most 200, evenly spread'),
    latestSnapshotId: textOrNull('Id of the newest scheduled check; null before the first'),
  })
  .meta({ id: 'WorkspaceMonitoring' })

export const WorkspaceActivity = z
  .object({
    ...commonFields,
    activity: z.array(WorkspaceActivityEvent).describe('Newest first; events are kept for 60 days'),
  })
  .meta({ id: 'WorkspaceActivity' })

export const WorkspaceRooms = z
  .object({
    ...commonFields,
    chatapp: z.object({
      ...chatapp,
      minSharesRaw: amountOrNull(
        'Minimum balance for the enabled chat room, in base units of the share token; null without such a room',
      ),
      graceHours: z
        .number()
        .nullable()
        .describe('Hours that a member who no longer qualifies may stay; null without such a room'),
      recentSummaries: z.array(z.string()).nullable().describe('Always null: conversations are not summarized'),
    }),
    msgnet: z.object({
      ...msgnet,
      recentMessages: z
        .array(
          z.object({
            actionId: z.int().meta({ description: 'Id of the keeper’s action', example: 3 }),
            conversationId: text('Group that receives the message'),
            text: text('Text of the message'),
            status: text('Status of the keeper’s action: pending, retry, executing, executed or failed'),
            createdAt: time('When the message was submitted'),
          }),
        )
        .describe(
          'Messages published with rooms.msgnet.publish, newest first, at most 10; other messages are not stored',
        ),
    }),
    rules: z.array(RoomRule).describe('All rooms of the vault, ordered by room key'),
  })
  .meta({ id: 'WorkspaceRooms' })

export const WorkspaceTasks = z
  .object({
    ...commonFields,
    tasks: z.array(WorkspaceTask).describe('Newest first, at most 200'),
    approvals: z.array(WorkspaceApproval).describe('Newest first, at most 200'),
  })
  .meta({ id: 'WorkspaceTasks' })

export const WorkspaceSettings = z
  .object({
    ...commonFields,
    notificationPreferences: z
      .array(NotificationPreference)
      .describe('Preferences of all members if the caller has settings_manage, otherwise only the caller’s own'),
    strategyTargets: z.array(StrategyTarget).describe('Targets, one per strategy'),
    thresholds: z.record(z.string(), z.number()).meta({
      additionalProperties: true,
      description: 'Thresholds of checks and risk levels: basis points (…Bps) or hours (…Hours)',
    }),
    automation: z.object(automation),
    members: z.array(WorkspaceMember).describe('Wallets with a role, the owner first'),
  })
  .meta({ id: 'WorkspaceSettings' })

export const WorkspaceActions = z
  .object({
    ...commonFields,
    permissions: z.array(Permission).describe('Permissions of the caller’s role'),
    actions: z
      .array(
        z.object({
          action: z.enum(WORKSPACE_ACTIONS).describe('Value of `action` in POST /v1/workspace/actions'),
          permission: Permission,
          allowed: z.boolean().describe('Whether the caller’s role has that permission'),
        }),
      )
      .describe('All actions; POST /v1/workspace/actions documents their payloads'),
  })
  .meta({ id: 'WorkspaceActions' })
