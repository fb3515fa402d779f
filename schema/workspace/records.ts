import * as z from 'zod'
import { Amount, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, textOrNull, timeOrNull } from '../fields.ts'
import { APPROVAL_STATUSES, count, details, text, Severity, TASK_STATUSES, time, VaultRole } from './parts.ts'

export const WorkspaceAlert = z
  .object({
    id: z.int().meta({ description: 'Id of the alert', example: 7 }),
    source: z.enum(['monitoring', 'keepr']).describe('monitoring: a failed check; keepr: an action of a keeper'),
    severity: Severity,
    status: z.enum(['open', 'acknowledged', 'resolved']).describe('open, acknowledged by a member, or resolved'),
    message: text('Description of the fault'),
    metadata: details('Subject of the alert: `checkId`, or `actionId` and `actionType`'),
    createdAt: time('When the alert was raised'),
    acknowledgedAt: timeOrNull('When a member acknowledged the alert; null before that'),
  })
  .meta({ id: 'WorkspaceAlert' })

export const WorkspaceActivityEvent = z
  .object({
    id: z.string().meta({ description: 'Id of the event, a decimal string', example: '12' }),
    source: z
      .enum(['workspace', 'keepr', 'chat'])
      .describe('workspace: a member or this service; keepr: a keeper’s report; chat: a room'),
    eventType: z.string().meta({ description: 'Stable name of the event type', example: 'strategy.setTarget' }),
    title: text('Short title of the event'),
    description: text('Description of the event in a sentence'),
    severity: Severity,
    actorAddress: addressOrNull('Member who caused the event; null for events of this service or a keeper'),
    createdAt: time('When the event happened'),
    payload: details('Details of the event'),
  })
  .meta({ id: 'WorkspaceActivityEvent' })

export const WorkspaceTask = z
  .object({
    id: text('Id of the task'),
    title: text('Title of the task'),
    status: z.enum(TASK_STATUSES).describe('snoozed: reopens at snoozedUntil; done: the subject of the task has ended'),
    priority: z.enum(['low', 'normal', 'high']).describe('Priority of the task'),
    dueAt: timeOrNull('Due time; null without one'),
    snoozedUntil: timeOrNull('When a snoozed task reopens; null unless snoozed'),
    assignedTo: addressOrNull('Assigned member; null if unassigned'),
    approvalId: textOrNull(
      'Approval that the task is about; null without one. Decide it with approval.approve or approval.reject, which also ends the task',
    ),
    metadata: details('Subject of the task'),
    createdAt: time('When the task was created'),
    updatedAt: time('When the task was last changed'),
  })
  .meta({ id: 'WorkspaceTask' })

export const WorkspaceApproval = z
  .object({
    id: text('Id of the approval'),
    actionType: z.string().meta({ description: 'Type of the requested action', example: 'strategy.lendpool.rebucket' }),
    payload: details('Requested change: strategyAddress, actionType, params, risk, and the reason for the approval'),
    status: z
      .enum(APPROVAL_STATUSES)
      .describe(
        'pending: undecided; approved: its action is enqueued for keepers; executed: a keeper carried it out; rejected: by a member; cancelled: withdrawn, undecided for 7 days, or failed at the keepers',
      ),
    requestedBy: EvmAddress.describe('Member who requested the action'),
    approvedBy: addressOrNull('Member who approved it, a person other than requestedBy; null if not approved'),
    decidedBy: addressOrNull(
      'Member who approved, rejected or withdrew it; null if undecided or cancelled by this service',
    ),
    decidedAt: timeOrNull('When it was decided; null before that'),
    executedAt: timeOrNull('When a keeper reported it as executed; null before that'),
    createdAt: time('When the action was requested'),
  })
  .meta({ id: 'WorkspaceApproval' })

export const RoomRule = z
  .object({
    roomKey: z
      .string()
      .meta({ description: 'Room key: the type, a colon, and the room', example: 'chatapp:-1001234567890' }),
    type: z.enum(['msgnet', 'chatapp', 'vault-ui', 'governance']).describe('Type of the room'),
    minSharesRaw: Amount.describe('Minimum balance to enter, in base units of the share token'),
    minHoldSeconds: count('Time that the balance must have been held without interruption, in seconds'),
    graceHours: z.number().describe('Hours that a member who no longer qualifies may stay'),
    gatingEnabled: z.boolean().describe('false: everybody may enter'),
    joinLocked: z.boolean().describe('true: the room admits nobody'),
    enabled: z.boolean().describe('If false, the room is treated as if it did not exist'),
    version: z.int().meta({ description: 'Version of the room, which rooms.rules.upsert must send', example: 3 }),
  })
  .meta({ id: 'WorkspaceRoomRule' })

export const NotificationPreference = z
  .object({
    principalAddress: EvmAddress.describe('Member who set the preferences'),
    chatappEnabled: z.boolean().describe('Notify through the chat app'),
    msgnetEnabled: z.boolean().describe('Notify through the messaging network'),
    emailEnabled: z.boolean().describe('Notify by e-mail'),
    minSeverity: Severity,
    channels: z.array(z.string()).describe('Names of further channels, chosen by the member'),
    updatedAt: time('When the preferences were last changed'),
  })
  .meta({ id: 'WorkspaceNotificationPreference' })

export const WorkspaceMember = z
  .object({
    address: EvmAddress.describe('Wallet of the member'),
    role: VaultRole,
    source: z
      .enum(['chain', 'configuration'])
      .describe('chain: the onchain owner; configuration: assigned with settings.members.set'),
  })
  .meta({ id: 'WorkspaceMember' })

export const StrategyTarget = z
  .object({
    strategyAddress: EvmAddress.describe('Strategy'),
    targetWeightBps: z.int().meta({ description: 'Target part of the vault’s assets, in basis points', example: 6000 }),
    maxAssetsCap: amountOrNull('Target maximum of the strategy’s assets, in base units of the asset; null for no cap'),
    updatedAt: time('When the target was last changed'),
  })
  .meta({ id: 'WorkspaceStrategyTarget' })
