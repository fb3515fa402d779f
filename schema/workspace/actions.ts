import { z } from '@hono/zod-openapi'
import { bodyInteger } from '../calldata.ts'
import { EvmAddress } from '../common.ts'
import { bounded, boundedText } from '../boundedJson.ts'
import { Severity } from './parts.ts'

const UINT256 = 2n ** 256n - 1n

/** What a member can do, by the name in `action`. */
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

/** What keepers can be asked to do with a strategy. */
export const STRATEGY_ACTION_TYPES = ['strategy.lpstrat.rebalance', 'strategy.lendpool.rebucket'] as const

const key = boundedText(128).min(1).openapi('WorkspaceRequestKey', {
  description:
    'A name of the caller’s own for this request, 1 to 128 characters: the same request under it is made once, and answered as the first time, for 90 days; another request under it is 409 idempotency_conflict',
  example: 'rebalance-2026-11-20',
})

const id = (description: string) =>
  boundedText(64).min(1).openapi({ description, example: '2f0f6a3e-4a5d-4f39-9f3b-0c8f6f3f7a10' })

const integer = (min: number, max: number, description: string, example: number) =>
  z
    .int({ error: `must be an integer from ${min} to ${max}` })
    .min(min, { error: `must be an integer from ${min} to ${max}` })
    .max(max, { error: `must be an integer from ${min} to ${max}` })
    .openapi({ description, example })

const strategyAddress = EvmAddress.openapi({ description: 'A strategy of the vault' })

const fieldsOf = <const A extends WorkspaceAction, P extends z.ZodType>(
  action: A,
  description: string,
  payload: P,
) => ({
  vault: EvmAddress.openapi({ description: 'The vault whose workspace it is' }),
  action: z.literal(action).openapi({ type: 'string', enum: [action], description }),
  idempotencyKey: key.optional(),
  payload,
})

const form = <const A extends WorkspaceAction, P extends z.ZodType>(action: A, description: string, payload: P) =>
  z.strictObject(fieldsOf(action, description, payload)).openapi(nameOf(action))

/** The name of the schema of an action: of `task.approve`, WorkspaceTaskApprove. */
const nameOf = (action: WorkspaceAction): string =>
  `Workspace.${action}`.replace(/\.(\w)/g, (_, first: string) => first.toUpperCase())

const setTarget = form(
  'strategy.setTarget',
  'Sets what a strategy should have; it changes nothing onchain',
  z.strictObject({
    strategyAddress,
    targetWeightBps: integer(
      0,
      10_000,
      'Part of the vault’s assets that it should have, in basis points; all targets of a vault together are at most 10000',
      6000,
    ),
    maxAssetsCap: bodyInteger({
      min: 0n,
      max: UINT256,
      example: '250000000000000000000000',
      description: 'Most that it should have, in base units of the asset; null for no cap, absent to leave it as it is',
    })
      .nullable()
      .optional(),
  }),
)

const execute = form(
  'strategy.execute',
  'Asks keepers to act on a strategy: at once where the risk is low, else when a second person has approved it',
  z.strictObject({
    strategyAddress,
    actionType: z.enum(STRATEGY_ACTION_TYPES).openapi({
      description: 'strategy.lpstrat.rebalance: of a liquidity strategy; strategy.lendpool.rebucket: of a lending one',
    }),
    params: bounded(z.looseObject({})).optional().openapi({
      type: 'object',
      additionalProperties: true,
      description: 'What the keeper is told besides; at most 5 levels deep and 100 members',
    }),
  }),
)

const taskId = id('Id of a task, from GET /v1/workspace/tasks')
const approvalId = id('Id of an approval, from GET /v1/workspace/tasks')
const alertId = integer(1, Number.MAX_SAFE_INTEGER, 'Number of an alert, from GET /v1/workspace/monitoring', 7)

const onTask = [
  form('task.approve', 'Ends a task as approved', z.strictObject({ taskId })),
  form('task.reject', 'Ends a task as rejected', z.strictObject({ taskId })),
  form(
    'task.snooze',
    'Puts a task off',
    z.strictObject({
      taskId,
      snoozedUntil: z.iso.datetime({ offset: true }).openapi({
        description: 'When it is open again: after now, and within 30 days',
        example: '2026-12-01T09:00:00Z',
      }),
    }),
  ),
  form(
    'task.assign',
    'Gives a task to a member, or to nobody',
    z.strictObject({
      taskId,
      assignee: EvmAddress.nullable().openapi({ description: 'Wallet of a member of the workspace; null for nobody' }),
    }),
  ),
  form(
    'approval.approve',
    'Approves what another person asked for, and hands it to the keepers',
    z.strictObject({ approvalId }),
  ),
  form('approval.reject', 'Rejects what another person asked for', z.strictObject({ approvalId })),
  form('approval.cancel', 'Withdraws what the caller’s own account asked for', z.strictObject({ approvalId })),
  form('alert.acknowledge', 'Says that somebody takes care of an alert', z.strictObject({ alertId })),
  form('alert.resolve', 'Ends an alert', z.strictObject({ alertId })),
] as const

const flag = (description: string) => z.boolean().openapi({ description })

const onSettings = [
  form(
    'settings.notifications.upsert',
    'Sets how the caller wants to be told',
    z.strictObject({
      chatappEnabled: flag('By the chat app'),
      msgnetEnabled: flag('By the messaging network'),
      emailEnabled: flag('By e-mail'),
      minSeverity: Severity,
      channels: z
        .array(boundedText(64).min(1))
        .max(10)
        .default([])
        .openapi({ description: 'Further channels, by names of the caller’s own; at most 10', example: ['pager'] }),
    }),
  ),
  form(
    'settings.members.set',
    'Gives a wallet a role on the vault, another one, or none. Only the OWNER makes or changes an ADMIN',
    z.strictObject({
      address: EvmAddress.openapi({ description: 'Wallet of the member' }),
      role: z.enum(['ADMIN', 'OPERATOR', 'VIEWER']).nullable().openapi({ description: 'The role; null takes it away' }),
    }),
  ),
] as const

const chatId = boundedText(128)
  .regex(/^-?[0-9]{1,20}$/, { error: 'must be the id of a chat, a decimal integer' })
  .openapi({ description: 'Id of a chat of the chat app', example: '-1001234567890' })

const onRooms = [
  form(
    'rooms.chatapp.link',
    'Asks that a chat works for this vault. It does when the bot has found that the caller’s chat user runs it',
    z.strictObject({ chatId }),
  ),
  form(
    'rooms.chatapp.unlink',
    'A chat no longer works for this vault, and its room is removed',
    z.strictObject({ chatId }),
  ),
  z
    .strictObject({
      ...fieldsOf(
        'rooms.msgnet.publish',
        'Publishes a message to a group of this vault, once for its key',
        z.strictObject({
          conversationId: boundedText(120).min(1).openapi({
            description: 'Group of an enabled rule of the vault: its roomKey without msgnet:',
            example: 'aurora-holders',
          }),
          text: boundedText(2000).min(1).openapi({ description: 'The message', example: 'The auction has settled.' }),
        }),
      ),
      idempotencyKey: key,
    })
    .openapi(nameOf('rooms.msgnet.publish')),
  form(
    'rooms.rules.upsert',
    'Makes a room of the vault, or changes who may enter it',
    z.strictObject({
      roomKey: boundedText(128).openapi({
        description:
          'msgnet:<group>, chatapp:<chat> (a chat that is linked to this vault), vault-ui:<vault> or governance:<share token>',
        example: 'msgnet:aurora-holders',
      }),
      version: integer(0, Number.MAX_SAFE_INTEGER, 'The version that the editor has read; 0 for a new room', 3),
      minSharesRaw: bodyInteger({
        min: 0n,
        max: UINT256,
        example: '1000000000000000000000',
        description: 'Shares that it takes to enter, in base units of the share token',
      }),
      minHoldSeconds: integer(
        0,
        80 * 86_400,
        'Seconds for which they must have been held without interruption',
        604_800,
      ),
      graceHours: integer(0, 720, 'Hours for which a member who no longer qualifies may stay', 24),
      gatingEnabled: flag('Without gating everybody may enter'),
      joinLocked: flag('A locked room admits nobody'),
      enabled: flag('A room that is not enabled is as if it did not exist'),
    }),
  ),
] as const

const union = <const O extends readonly [z.ZodObject, ...z.ZodObject[]]>(options: O, name: string) =>
  z.discriminatedUnion('action', options).openapi(name)

export const StrategiesBody = union([setTarget, execute], 'WorkspaceStrategiesBody')
export const TasksBody = union(onTask, 'WorkspaceTasksBody')
export const SettingsBody = union(onSettings, 'WorkspaceSettingsBody')
export const RoomsBody = union(onRooms, 'WorkspaceRoomsBody')
export const ActionsBody = union([setTarget, execute, ...onTask, ...onSettings, ...onRooms], 'WorkspaceActionsBody')
