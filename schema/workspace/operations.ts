import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { answers, EvmAddress, flagInQuery, queryInteger } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'
import { ActionsBody, RoomsBody, SettingsBody, StrategiesBody, TasksBody } from './actions.ts'
import { WorkspaceActionResult } from './actionResult.ts'
import {
  WorkspaceActions,
  WorkspaceActivity,
  WorkspaceMonitoring,
  WorkspaceRooms,
  WorkspaceSettings,
  WorkspaceSummary,
  WorkspaceTasks,
} from './answers.ts'
import { APPROVAL_STATUSES, TASK_STATUSES } from './parts.ts'
import { WorkspaceStrategies } from './strategies.ts'
import { reads, roles, type Needs } from '../needs.ts'

/** Workspaces of vaults: who may enter is what the chain says. */
const NEEDS: Needs = { ...reads, ...roles('registry') }

const TAGS: string[] = ['workspace']
const MOST_ACTIVITY = 200

const vault = EvmAddress.openapi({ description: 'The vault whose workspace it is, by its address' })

const ADMIT = ['role_not_configured', 'not_a_vault', 'not_a_contract', 'forbidden'] as const

const READ = {
  tags: TAGS,
  'x-private': true,
  'x-answer': 'envelope',
  'x-limit': 'workspaceRead',
  'x-needs': NEEDS,
  'x-errors': ADMIT,
} as const
/** It changes nothing, so a receipt is enough for an agent. */
const GET = {
  ...READ,
  method: 'get',
  'x-auth': 'build',
  'x-authority': 'handler',
  security: SECURITY.build,
} as const
const READ_BY_BODY = {
  ...READ,
  method: 'post',
  'x-auth': 'build',
  'x-authority': 'handler',
  security: SECURITY.build,
  'x-body': { bound: 4096, kind: 'object' },
} as const

const WRITE = {
  'x-private': true,
  method: 'post',
  tags: TAGS,
  'x-answer': 'envelope',
  'x-limit': 'workspaceActions',
  'x-needs': NEEDS,
  'x-auth': 'write',
  'x-authority': 'handler',
  security: SECURITY.write,
  'x-body': { bound: 16_384, kind: 'object' },
} as const
const CHANGED = [...ADMIT, 'idempotency_conflict'] as const
const ON_STRATEGIES = [
  'strategy_not_in_vault',
  'weights_exceeded',
  'action_in_flight',
  'zone_disabled',
  'workspace_full',
] as const
const ON_TASKS = [
  'workspace_item_not_found',
  'already_decided',
  'decided_by_approval',
  'second_person_required',
  'strategy_not_in_vault',
  'action_in_flight',
  'zone_disabled',
  'not_a_member',
] as const
const ON_SETTINGS = ['workspace_full'] as const
const ON_ROOMS = [
  'room_not_found',
  'already_decided',
  'room_taken',
  'room_changed',
  'link_required',
  'action_in_flight',
  'zone_disabled',
  'workspace_full',
] as const

const READ_ON =
  'It says as of which block the caller’s role was read; its answers are private, and nobody may store them.'
const SAME_AS_GET =
  'The same read as the GET of this path, with its parameters in a JSON body. It changes nothing, and its answers are private.'
const SAME_AS_ACTION =
  'The same as POST /v1/workspace/actions for these actions: one rule, in two places. Which role may do what is in GET /v1/workspace/actions.'

const includeSystem = flagInQuery(false, 'Whether what keepers and this service did is listed too; false by default')

/** The workspace of a vault: what its members see, decide and have done. */
export const workspaceVaults = {
  getWorkspaceSummary: operation({
    ...GET,
    operationId: 'getWorkspaceSummary',
    path: '/v1/workspace/summary',
    summary: 'The workspace of a vault at a glance',
    description: `Counts, rooms, the newest alerts and activity of a vault, for its members. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The summary', WorkspaceSummary),
  }),
  readWorkspaceSummary: operation({
    ...READ_BY_BODY,
    operationId: 'readWorkspaceSummary',
    path: '/v1/workspace/summary',
    summary: 'The workspace of a vault at a glance, asked for in a body',
    description: SAME_AS_GET,
    request: { body: jsonBody(z.strictObject({ vault })) },
    responses: answers('The summary', WorkspaceSummary),
  }),
  getWorkspaceMonitoring: operation({
    ...GET,
    operationId: 'getWorkspaceMonitoring',
    path: '/v1/workspace/monitoring',
    summary: 'Checks of a vault, its alerts, and how they developed',
    description: `Checks of the vault, its strategies, its targets and its actions, made now from one block and the records; unresolved alerts, failed actions, and what the schedule found in the last 7 days. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The checks', WorkspaceMonitoring),
  }),
  readWorkspaceMonitoring: operation({
    ...READ_BY_BODY,
    operationId: 'readWorkspaceMonitoring',
    path: '/v1/workspace/monitoring',
    summary: 'Checks of a vault, asked for in a body',
    description: SAME_AS_GET,
    request: { body: jsonBody(z.strictObject({ vault })) },
    responses: answers('The checks', WorkspaceMonitoring),
  }),
  getWorkspaceActivity: operation({
    ...GET,
    operationId: 'getWorkspaceActivity',
    path: '/v1/workspace/activity',
    summary: 'What happened in the workspace of a vault',
    description: `What members did, and with includeSystem what keepers and this service did, the newest first. ${READ_ON}`,
    request: {
      query: z.object({
        vault,
        includeSystem,
        limit: queryInteger({ min: 1, max: MOST_ACTIVITY, example: 50 })
          .optional()
          .openapi({ description: `The most events, 1 to ${MOST_ACTIVITY}; 150 by default` }),
      }),
    },
    responses: answers('The events', WorkspaceActivity),
  }),
  readWorkspaceActivity: operation({
    ...READ_BY_BODY,
    operationId: 'readWorkspaceActivity',
    path: '/v1/workspace/activity',
    summary: 'What happened in the workspace of a vault, asked for in a body',
    description: SAME_AS_GET,
    request: {
      body: jsonBody(
        z.strictObject({
          vault,
          includeSystem: z.boolean().optional().openapi({
            description: 'Whether what keepers and this service did is listed too; false by default',
          }),
          limit: z
            .int()
            .min(1)
            .max(MOST_ACTIVITY)
            .optional()
            .openapi({ description: `The most events, 1 to ${MOST_ACTIVITY}; 150 by default`, example: 50 }),
        }),
      ),
    },
    responses: answers('The events', WorkspaceActivity),
  }),
  getWorkspaceStrategies: operation({
    ...GET,
    operationId: 'getWorkspaceStrategies',
    path: '/v1/workspace/strategies',
    summary: 'The strategies of a vault, their targets, and what the caller may do with them',
    description: `The vault’s strategies as of one block, beside what members want of them. What no contract and no keeper says is null with source none. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The strategies', WorkspaceStrategies),
  }),
  changeWorkspaceStrategies: operation({
    ...WRITE,
    operationId: 'changeWorkspaceStrategies',
    'x-idempotency': 'database',
    path: '/v1/workspace/strategies',
    summary: 'Set a strategy’s target, or have keepers act on it',
    description: SAME_AS_ACTION,
    'x-errors': [...CHANGED, ...ON_STRATEGIES],
    request: { body: jsonBody(StrategiesBody) },
    responses: answers('What was done', WorkspaceActionResult),
  }),
  getWorkspaceRooms: operation({
    ...GET,
    operationId: 'getWorkspaceRooms',
    path: '/v1/workspace/rooms',
    summary: 'The rooms of a vault, and who may enter them',
    description: `Rooms of the vault with their rules, the chat that works for it, and what was published to its groups. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The rooms', WorkspaceRooms),
  }),
  changeWorkspaceRooms: operation({
    ...WRITE,
    operationId: 'changeWorkspaceRooms',
    'x-idempotency': 'database',
    path: '/v1/workspace/rooms',
    summary: 'Link a chat, publish to a group, or change who may enter a room',
    description: SAME_AS_ACTION,
    'x-errors': [...CHANGED, ...ON_ROOMS],
    request: { body: jsonBody(RoomsBody) },
    responses: answers('What was done', WorkspaceActionResult),
  }),
  getWorkspaceTasks: operation({
    ...GET,
    operationId: 'getWorkspaceTasks',
    path: '/v1/workspace/tasks',
    summary: 'Tasks of a vault, and what waits for a second person',
    description: `Tasks and approvals, the newest first. ${READ_ON}`,
    request: {
      query: z.object({
        vault,
        taskStatus: z.enum(TASK_STATUSES).optional().openapi({ description: 'Only tasks of this status' }),
        approvalStatus: z.enum(APPROVAL_STATUSES).optional().openapi({ description: 'Only approvals of this status' }),
      }),
    },
    responses: answers('Tasks and approvals', WorkspaceTasks),
  }),
  changeWorkspaceTasks: operation({
    ...WRITE,
    operationId: 'changeWorkspaceTasks',
    'x-idempotency': 'database',
    path: '/v1/workspace/tasks',
    summary: 'Decide, put off or assign a task; decide an approval; end an alert',
    description: SAME_AS_ACTION,
    'x-errors': [...CHANGED, ...ON_TASKS],
    request: { body: jsonBody(TasksBody) },
    responses: answers('What was done', WorkspaceActionResult),
  }),
  getWorkspaceSettings: operation({
    ...GET,
    operationId: 'getWorkspaceSettings',
    path: '/v1/workspace/settings',
    summary: 'Who has a role on a vault, its targets, and how members are told',
    description: `The vault’s configuration. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The settings', WorkspaceSettings),
  }),
  changeWorkspaceSettings: operation({
    ...WRITE,
    operationId: 'changeWorkspaceSettings',
    'x-idempotency': 'database',
    path: '/v1/workspace/settings',
    summary: 'Set how the caller is told, or who has which role',
    description: SAME_AS_ACTION,
    'x-errors': [...CHANGED, ...ON_SETTINGS],
    request: { body: jsonBody(SettingsBody) },
    responses: answers('What was done', WorkspaceActionResult),
  }),
  getWorkspaceActions: operation({
    ...GET,
    operationId: 'getWorkspaceActions',
    path: '/v1/workspace/actions',
    summary: 'What the caller may do in the workspace of a vault',
    description: `Every action with the permission that it takes, and whether the caller’s role has it. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The actions', WorkspaceActions),
  }),
  runWorkspaceAction: operation({
    ...WRITE,
    operationId: 'runWorkspaceAction',
    'x-idempotency': 'database',
    path: '/v1/workspace/actions',
    summary: 'Do something in the workspace of a vault',
    description:
      'Does what `action` names, if the caller’s role has the permission for it, and records it in the activity and the audit log in the same transaction. What is of high risk takes a second person: whoever asked for it cannot approve it, with no wallet of the same account. Nothing is signed or broadcast here: keepers carry out what is enqueued.',
    'x-errors': [...new Set([...CHANGED, ...ON_STRATEGIES, ...ON_TASKS, ...ON_SETTINGS, ...ON_ROOMS])],
    request: { body: jsonBody(ActionsBody) },
    responses: answers('What was done', WorkspaceActionResult),
  }),
}
