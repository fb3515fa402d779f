import * as z from 'zod'
import { bodyInteger } from '../calldata.ts'
import { EvmAddress } from '../common.ts'
import { addressOrNull } from '../fields.ts'
import { bounded, boundedText } from '../boundedJson.ts'
import { Severity } from './parts.ts'

const UINT256 = 2n ** 256n - 1n

/** Actions of a member, by their value of `action`. */
export const WORKSPACE_ACTIONS = [
  'strategy.setTarget',
  'strategy.execute',
  'task.approve',
  'task.reject',
  'task.snooze',
  'task.assign',
  'approval.approve',
  'approval.reject',
  'approval.cancel',
  'alert.acknowledge',
  'alert.resolve',
  'settings.notifications.upsert',
  'settings.members.set',
  'rooms.chatapp.link',
  'rooms.chatapp.unlink',
  'rooms.msgnet.publish',
  'rooms.rules.upsert',
] as const
export type WorkspaceAction = (typeof WORKSPACE_ACTIONS)[number]

/** Keeper actions on a strategy. */
export const STRATEGY_ACTION_TYPES = ['strategy.lpstrat.rebalance', 'strategy.lendpool.rebucket'] as const

const key = boundedText(128).min(1).meta({
  id: 'WorkspaceRequestKey',
  description:
    'Key that the caller chooses for this request, 1 to 128 characters; replaces the header Idempotency-Key. For 90 days the same request runs once and returns the same response; another request with this key is 409 idempotency_conflict',
  example: 'rebalance-2026-11-20',
})

const id = (description: string) =>
  boundedText(64).min(1).meta({ description, example: '2f0f6a3e-4a5d-4f39-9f3b-0c8f6f3f7a10' })

const integer = (min: number, max: number, description: string, example: number) =>
  z
    .int({ error: `must be an integer from ${min} to ${max}` })
    .min(min, { error: `must be an integer from ${min} to ${max}` })
    .max(max, { error: `must be an integer from ${min} to ${max}` })
    .meta({ description, example })

const strategyAddress = EvmAddress.describe('Strategy of the vault')

const fieldsOf = <const A extends WorkspaceAction, P extends z.ZodType>(
  action: A,
  description: string,
  payload: P,
) => ({
  vault: EvmAddress.describe('Vault of the workspace'),
  action: z.literal(action).describe(description),
  idempotencyKey: key.optional(),
  payload,
})

const form = <const A extends WorkspaceAction, P extends z.ZodType>(action: A, description: string, payload: P) =>
  z.strictObject(fieldsOf(action, description, payload)).meta({ id: nameOf(action) })

/** The name of the schema of an action: of `task.approve`, WorkspaceTaskApprove. */
const nameOf = (action: WorkspaceAction): string =>
  `Workspace.${action}`.replace(/\.(\w)/g, (_, first: string) => first.toUpperCase())

const setTarget = form(
  'strategy.setTarget',
  'Sets the target of a strategy; changes nothing onchain',
  z.strictObject({
    strategyAddress,
    targetWeightBps: integer(
      0,
      10_000,
      'Target part of the vault’s assets, in basis points; all targets of a vault sum to at most 10000',
      6000,
    ),
    maxAssetsCap: bodyInteger({
      min: 0n,
      max: UINT256,
      example: '250000000000000000000000',
      description:
        'Target maximum of the strategy’s assets, in base units of the asset; null for no cap; omit it to keep the current cap',
    })
      .nullable()
      .optional(),
  }),
)

const execute = form(
  'strategy.execute',
  'Requests a keeper action on a strategy: enqueued at once if the risk is low, otherwise after a second person has sent approval.approve',
  z.strictObject({
    strategyAddress,
    actionType: z
      .enum(STRATEGY_ACTION_TYPES)
      .describe('strategy.lpstrat.rebalance: for an LP strategy; strategy.lendpool.rebucket: for a lending strategy'),
    params: bounded(z.looseObject({})).optional().meta({
      type: 'object',
      additionalProperties: true,
      description: 'Hints, passed to the keeper unchanged; at most 5 levels deep, with 100 members',
    }),
  }),
)

const taskId = id('Task id, from GET /v1/workspace/tasks')
const approvalId = id('Approval id, from GET /v1/workspace/tasks')
const alertId = integer(1, Number.MAX_SAFE_INTEGER, 'Alert id, from GET /v1/workspace/monitoring', 7)

const onTask = [
  form('task.approve', 'Closes a task as approved', z.strictObject({ taskId })),
  form('task.reject', 'Closes a task as rejected', z.strictObject({ taskId })),
  form(
    'task.snooze',
    'Snoozes a task until a given time',
    z.strictObject({
      taskId,
      snoozedUntil: z.iso.datetime({ offset: true }).meta({
        description: 'When the task reopens; must be in the future, within 30 days',
        example: '2026-12-01T09:00:00Z',
      }),
    }),
  ),
  form(
    'task.assign',
    'Assigns a task to a member, or unassigns it',
    z.strictObject({
      taskId,
      assignee: addressOrNull('Wallet of a member of the workspace; null to unassign'),
    }),
  ),
  form(
    'approval.approve',
    'Approves another person’s request and enqueues its action for keepers. No wallet of the requester’s account can approve it',
    z.strictObject({ approvalId }),
  ),
  form('approval.reject', 'Rejects another person’s request', z.strictObject({ approvalId })),
  form('approval.cancel', 'Withdraws a request of the caller’s own account', z.strictObject({ approvalId })),
  form('alert.acknowledge', 'Marks an alert as acknowledged', z.strictObject({ alertId })),
  form('alert.resolve', 'Marks an alert as resolved', z.strictObject({ alertId })),
] as const

const flag = (description: string) => z.boolean().describe(description)

const onSettings = [
  form(
    'settings.notifications.upsert',
    'Sets the caller’s notification preferences',
    z.strictObject({
      chatappEnabled: flag('Notify through the chat app'),
      msgnetEnabled: flag('Notify through the messaging network'),
      emailEnabled: flag('Notify by e-mail'),
      minSeverity: Severity,
      channels: z
        .array(boundedText(64).min(1))
        .max(10)
        .default([])
        .meta({ description: 'Names of further channels, chosen by the caller; at most 10', example: ['pager'] }),
    }),
  ),
  form(
    'settings.members.set',
    'Assigns, changes or removes the role of a wallet on the vault. Only the OWNER can add, change or remove an ADMIN',
    z.strictObject({
      address: EvmAddress.describe('Wallet of the member'),
      role: z.enum(['ADMIN', 'OPERATOR', 'VIEWER']).nullable().describe('New role; null removes the role'),
    }),
  ),
] as const

const chatId = boundedText(128)
  .regex(/^-?[0-9]{1,20}$/, { error: 'must be a chat id, a decimal integer' })
  .meta({ description: 'Chat id of the chat app', example: '-1001234567890' })

const onRooms = [
  form(
    'rooms.chatapp.link',
    'Requests to link a chat to this vault. Keepers link it once they have verified that the caller’s chat user administers the chat',
    z.strictObject({ chatId }),
  ),
  form('rooms.chatapp.unlink', 'Unlinks a chat from this vault and removes its room', z.strictObject({ chatId })),
  z
    .strictObject({
      ...fieldsOf(
        'rooms.msgnet.publish',
        'Publishes a message to a group of this vault, once per idempotencyKey',
        z.strictObject({
          conversationId: boundedText(120).min(1).meta({
            description: 'Group of an enabled room of the vault: the roomKey without the prefix msgnet:',
            example: 'aurora-holders',
          }),
          text: boundedText(2000)
            .min(1)
            .meta({ description: 'Text of the message', example: 'The auction has settled.' }),
        }),
      ),
      idempotencyKey: key,
    })
    .meta({ id: nameOf('rooms.msgnet.publish') }),
  form(
    'rooms.rules.upsert',
    'Creates a room of the vault or changes its access rule',
    z.strictObject({
      roomKey: boundedText(128).meta({
        description:
          'msgnet:<group>, chatapp:<chat> (the chat must be linked to this vault), vault-ui:<vault> or governance:<share token>',
        example: 'msgnet:aurora-holders',
      }),
      version: integer(
        0,
        Number.MAX_SAFE_INTEGER,
        'Version of the room from GET /v1/workspace/rooms; 0 for a new room',
        3,
      ),
      minSharesRaw: bodyInteger({
        min: 0n,
        max: UINT256,
        example: '1000000000000000000000',
        description: 'Minimum balance to enter, in base units of the share token',
      }),
      minHoldSeconds: integer(
        0,
        80 * 86_400,
        'Time that the balance must have been held without interruption, in seconds',
        604_800,
      ),
      graceHours: integer(0, 720, 'Hours that a member who no longer qualifies may stay', 24),
      gatingEnabled: flag('false: everybody may enter'),
      joinLocked: flag('true: the room admits nobody'),
      enabled: flag('If false, the room is treated as if it did not exist'),
    }),
  ),
] as const

const union = <const O extends readonly [z.ZodObject, ...z.ZodObject[]]>(options: O, name: string) =>
  z.discriminatedUnion('action', options).meta({ id: name })

export const StrategiesBody = union([setTarget, execute], 'WorkspaceStrategiesBody')
export const TasksBody = union(onTask, 'WorkspaceTasksBody')
export const SettingsBody = union(onSettings, 'WorkspaceSettingsBody')
export const RoomsBody = union(onRooms, 'WorkspaceRoomsBody')
export const ActionsBody = union([setTarget, execute, ...onTask, ...onSettings, ...onRooms], 'WorkspaceActionsBody')
