import { z } from '@hono/zod-openapi'
import { Amount, EvmAddress } from '../common.ts'
import {
  APPROVAL_STATUSES,
  count,
  details,
  line,
  lineOrNull,
  Severity,
  someone,
  TASK_STATUSES,
  time,
  VaultRole,
  when,
} from './parts.ts'

export const WorkspaceAlert = z
  .object({
    id: z.int().openapi({ description: 'Number of the alert', example: 7 }),
    source: z.enum(['monitoring', 'keepr']).openapi({ description: 'A check that failed, or an action of a keeper' }),
    severity: Severity,
    status: z
      .enum(['open', 'acknowledged', 'resolved'])
      .openapi({ description: 'open, then acknowledged by a member, then resolved' }),
    message: line('What is wrong'),
    metadata: details('What it is about: `checkId`, or `actionId` and `actionType`'),
    createdAt: time('When it was raised'),
    acknowledgedAt: when('When a member acknowledged it'),
  })
  .openapi('WorkspaceAlert')

export const WorkspaceActivityEvent = z
  .object({
    id: z.string().openapi({ description: 'Number of the event, as a decimal string', example: '12' }),
    source: z
      .enum(['workspace', 'keepr', 'chat'])
      .openapi({ description: 'workspace: a member or this service; keepr: what a keeper reported; chat: a room' }),
    eventType: z.string().openapi({ description: 'What happened, as a stable name', example: 'strategy.setTarget' }),
    title: line('What happened, in a few words'),
    description: line('What happened, in a sentence'),
    severity: Severity,
    actorAddress: someone('The member who did it; null for what this service or a keeper did'),
    createdAt: time('When it happened'),
    payload: details('What it was about'),
  })
  .openapi('WorkspaceActivityEvent')

export const WorkspaceTask = z
  .object({
    id: line('Id of the task'),
    title: line('What is to be done'),
    status: z.enum(TASK_STATUSES).openapi({
      description: 'snoozed is open again at snoozedUntil; done: what it was about has ended',
    }),
    priority: z.enum(['low', 'normal', 'high']).openapi({ description: 'How much it matters' }),
    dueAt: when('When it should be done; null if that does not matter'),
    snoozedUntil: when('With status snoozed: until when'),
    assignedTo: someone('The member who takes care of it'),
    approvalId: lineOrNull(
      'The approval that it is about: that is decided with approval.approve or approval.reject, and the task ends with it',
    ),
    metadata: details('What it is about'),
    createdAt: time('When it was made'),
    updatedAt: time('When it was last changed'),
  })
  .openapi('WorkspaceTask')

export const WorkspaceApproval = z
  .object({
    id: line('Id of the approval'),
    actionType: z.string().openapi({ description: 'What is to be done', example: 'strategy.lendpool.rebucket' }),
    payload: details('What it is to be done with: strategyAddress, params, and why it takes a second person'),
    status: z.enum(APPROVAL_STATUSES).openapi({
      description:
        'pending; approved: its action is with the keepers; executed: a keeper reported it; rejected; cancelled: withdrawn, not decided within 7 days, or given up by the keepers',
    }),
    requestedBy: EvmAddress.openapi({ description: 'Who asked for it' }),
    approvedBy: someone('Who approved it: another person than requestedBy'),
    decidedBy: someone('Who approved, rejected or withdrew it; null for what this service ended'),
    decidedAt: when('When it was decided'),
    executedAt: when('When a keeper reported it done'),
    createdAt: time('When it was asked for'),
  })
  .openapi('WorkspaceApproval')

export const RoomRule = z
  .object({
    roomKey: z.string().openapi({ description: 'The type, a colon, and the room', example: 'chatapp:-1001234567890' }),
    type: z.enum(['msgnet', 'chatapp', 'vault-ui', 'governance']).openapi({ description: 'Kind of room' }),
    minSharesRaw: Amount.openapi({ description: 'Shares that it takes to enter, in base units of the share token' }),
    minHoldSeconds: count('Seconds for which they must have been held'),
    graceHours: z.number().openapi({ description: 'Hours for which a member who no longer qualifies may stay' }),
    gatingEnabled: z.boolean().openapi({ description: 'Without gating everybody may enter' }),
    joinLocked: z.boolean().openapi({ description: 'A locked room admits nobody' }),
    enabled: z.boolean().openapi({ description: 'A room that is not enabled is as if it did not exist' }),
    version: z.int().openapi({ description: 'Counts its changes; rooms.rules.upsert names it', example: 3 }),
  })
  .openapi('WorkspaceRoomRule')

export const NotificationPreference = z
  .object({
    principalAddress: EvmAddress.openapi({ description: 'The member whose preferences these are' }),
    chatappEnabled: z.boolean().openapi({ description: 'By the chat app' }),
    msgnetEnabled: z.boolean().openapi({ description: 'By the messaging network' }),
    emailEnabled: z.boolean().openapi({ description: 'By e-mail' }),
    minSeverity: Severity,
    channels: z.array(z.string()).openapi({ description: 'Further channels, by names of the caller’s own' }),
    updatedAt: time('When they were last changed'),
  })
  .openapi('WorkspaceNotificationPreference')

export const WorkspaceMember = z
  .object({
    address: EvmAddress.openapi({ description: 'Wallet of the member' }),
    role: VaultRole,
    source: z
      .enum(['chain', 'configuration'])
      .openapi({ description: 'chain: the onchain owner; configuration: given with settings.members.set' }),
  })
  .openapi('WorkspaceMember')

export const StrategyTarget = z
  .object({
    strategyAddress: EvmAddress.openapi({ description: 'The strategy' }),
    targetWeightBps: z
      .int()
      .openapi({ description: 'Part of the vault’s assets that it should have, in basis points', example: 6000 }),
    maxAssetsCap: Amount.nullable().openapi({
      description: 'Most that it should have, in base units of the asset; null for no cap',
    }),
    updatedAt: time('When it was last changed'),
  })
  .openapi('WorkspaceStrategyTarget')
