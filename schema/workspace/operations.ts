import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { answers, atLeastOne, EvmAddress, flagInQuery, limitInQuery } from '../common.ts'
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

/** Access to a workspace depends on the registry and the vault onchain. */
const NEEDS: Needs = { ...reads, ...roles('registry') }

const TAGS: string[] = ['workspace']
const MOST_ACTIVITY = 200

const vault = EvmAddress.describe('Address of the vault')

const ADMIT = ['role_not_configured', 'not_a_vault', 'not_a_contract', 'forbidden'] as const

const READ = {
  tags: TAGS,
  'x-private': true,
  'x-answer': 'envelope',
  'x-limit': 'workspaceRead',
  'x-needs': NEEDS,
  'x-errors': ADMIT,
} as const
/** A read: a SIWA receipt is enough for an agent. */
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
  'signer_unknown',
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

const READ_ON = 'The caller’s role is read at the block of `asOf`. Responses are never cached.'
const SAME_AS_GET = 'Same as GET of this path, with the parameters in a JSON body. Changes nothing.'
const SAME_AS_ACTION =
  'Same as POST /v1/workspace/actions, with only the actions of this body. GET of that path lists the actions that the caller’s role allows.'

const includeSystem = flagInQuery(false, 'Include events of keepers and of this service; default false')

/** The workspace of a vault: what its members see and decide. */
export const workspaceVaults = {
  getWorkspaceSummary: operation({
    ...GET,
    operationId: 'getWorkspaceSummary',
    path: '/v1/workspace/summary',
    summary: 'Get the summary of a vault’s workspace',
    description: `Counts, rooms, newest alerts and newest activity of a vault, for its members. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The summary', WorkspaceSummary),
  }),
  readWorkspaceSummary: operation({
    ...READ_BY_BODY,
    operationId: 'readWorkspaceSummary',
    path: '/v1/workspace/summary',
    summary: 'Get the summary of a workspace, with a JSON body',
    description: SAME_AS_GET,
    request: { body: jsonBody(z.strictObject({ vault })) },
    responses: answers('The summary', WorkspaceSummary),
  }),
  getWorkspaceMonitoring: operation({
    ...GET,
    operationId: 'getWorkspaceMonitoring',
    path: '/v1/workspace/monitoring',
    summary: 'Get the checks, alerts and check history of a vault',
    description: `Runs checks of the vault, its strategies, targets and actions now, from one block and the stored records. Also returns unresolved alerts, failed actions and the scheduled checks of the last 7 days. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The checks', WorkspaceMonitoring),
  }),
  readWorkspaceMonitoring: operation({
    ...READ_BY_BODY,
    operationId: 'readWorkspaceMonitoring',
    path: '/v1/workspace/monitoring',
    summary: 'Get the checks of a vault, with a JSON body',
    description: SAME_AS_GET,
    request: { body: jsonBody(z.strictObject({ vault })) },
    responses: answers('The checks', WorkspaceMonitoring),
  }),
  getWorkspaceActivity: operation({
    ...GET,
    operationId: 'getWorkspaceActivity',
    path: '/v1/workspace/activity',
    summary: 'List the activity in a vault’s workspace',
    description: `Events caused by members, newest first; with \`includeSystem\`, also events of keepers and of this service. ${READ_ON}`,
    request: {
      query: z.object({
        vault,
        includeSystem,
        limit: limitInQuery({ of: 'Number of events', max: MOST_ACTIVITY, preset: 150, example: 50 }),
      }),
    },
    responses: answers('The events', WorkspaceActivity),
  }),
  readWorkspaceActivity: operation({
    ...READ_BY_BODY,
    operationId: 'readWorkspaceActivity',
    path: '/v1/workspace/activity',
    summary: 'List the activity in a workspace, with a JSON body',
    description: SAME_AS_GET,
    request: {
      body: jsonBody(
        z.strictObject({
          vault,
          includeSystem: z
            .boolean()
            .optional()
            .describe('Include events of keepers and of this service; default false'),
          limit: z
            .int()
            .min(0)
            .max(MOST_ACTIVITY)
            .default(150)
            .transform(atLeastOne)
            .meta({
              minimum: 0,
              maximum: MOST_ACTIVITY,
              default: 150,
              description: `Number of events, 1 to ${MOST_ACTIVITY}; 0 counts as 1`,
              example: 50,
            }),
        }),
      ),
    },
    responses: answers('The events', WorkspaceActivity),
  }),
  getWorkspaceStrategies: operation({
    ...GET,
    operationId: 'getWorkspaceStrategies',
    path: '/v1/workspace/strategies',
    summary: 'List a vault’s strategies with targets and actions',
    description: `The vault’s strategies as of one block, with the members’ targets and the actions that the caller may run. A value that no contract or keeper reports is null, with source none. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The strategies', WorkspaceStrategies),
  }),
  changeWorkspaceStrategies: operation({
    ...WRITE,
    operationId: 'changeWorkspaceStrategies',
    'x-idempotency': 'database',
    path: '/v1/workspace/strategies',
    summary: 'Set a strategy target or request a keeper action',
    description: SAME_AS_ACTION,
    'x-errors': [...CHANGED, ...ON_STRATEGIES],
    request: { body: jsonBody(StrategiesBody) },
    responses: answers('Result of the action', WorkspaceActionResult),
  }),
  getWorkspaceRooms: operation({
    ...GET,
    operationId: 'getWorkspaceRooms',
    path: '/v1/workspace/rooms',
    summary: 'List a vault’s rooms and their access rules',
    description: `Rooms of the vault with their rules, its linked chat, and messages published to its groups. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The rooms', WorkspaceRooms),
  }),
  changeWorkspaceRooms: operation({
    ...WRITE,
    operationId: 'changeWorkspaceRooms',
    'x-idempotency': 'database',
    path: '/v1/workspace/rooms',
    summary: 'Link a chat, publish a message or change a room rule',
    description: SAME_AS_ACTION,
    'x-errors': [...CHANGED, ...ON_ROOMS],
    request: { body: jsonBody(RoomsBody) },
    responses: answers('Result of the action', WorkspaceActionResult),
  }),
  getWorkspaceTasks: operation({
    ...GET,
    operationId: 'getWorkspaceTasks',
    path: '/v1/workspace/tasks',
    summary: 'List a vault’s tasks and approvals',
    description: `Tasks and approvals, newest first. ${READ_ON}`,
    request: {
      query: z.object({
        vault,
        taskStatus: z.enum(TASK_STATUSES).optional().describe('Only tasks with this status'),
        approvalStatus: z.enum(APPROVAL_STATUSES).optional().describe('Only approvals with this status'),
      }),
    },
    responses: answers('Tasks and approvals', WorkspaceTasks),
  }),
  changeWorkspaceTasks: operation({
    ...WRITE,
    operationId: 'changeWorkspaceTasks',
    'x-idempotency': 'database',
    path: '/v1/workspace/tasks',
    summary: 'Change a task, decide an approval or close an alert',
    description: SAME_AS_ACTION,
    'x-errors': [...CHANGED, ...ON_TASKS],
    request: { body: jsonBody(TasksBody) },
    responses: answers('Result of the action', WorkspaceActionResult),
  }),
  getWorkspaceSettings: operation({
    ...GET,
    operationId: 'getWorkspaceSettings',
    path: '/v1/workspace/settings',
    summary: 'Get a vault’s members, targets and preferences',
    description: `Members with their roles, strategy targets, thresholds and notification preferences. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The settings', WorkspaceSettings),
  }),
  changeWorkspaceSettings: operation({
    ...WRITE,
    operationId: 'changeWorkspaceSettings',
    'x-idempotency': 'database',
    path: '/v1/workspace/settings',
    summary: 'Set notification preferences or a member’s role',
    description: SAME_AS_ACTION,
    'x-errors': [...CHANGED, ...ON_SETTINGS],
    request: { body: jsonBody(SettingsBody) },
    responses: answers('Result of the action', WorkspaceActionResult),
  }),
  getWorkspaceActions: operation({
    ...GET,
    operationId: 'getWorkspaceActions',
    path: '/v1/workspace/actions',
    summary: 'List workspace actions and the caller’s permissions',
    description: `All actions, each with its required permission and whether the caller’s role has that permission. ${READ_ON}`,
    request: { query: z.object({ vault }) },
    responses: answers('The actions', WorkspaceActions),
  }),
  runWorkspaceAction: operation({
    ...WRITE,
    operationId: 'runWorkspaceAction',
    'x-idempotency': 'database',
    path: '/v1/workspace/actions',
    summary: 'Run an action in a vault’s workspace',
    description:
      'Runs `action` if the caller’s role has the required permission, and records it in the activity and the audit log in one transaction. A high-risk action needs the approval of a second person. This service signs and broadcasts nothing: keepers carry out enqueued actions.',
    'x-errors': [...new Set([...CHANGED, ...ON_STRATEGIES, ...ON_TASKS, ...ON_SETTINGS, ...ON_ROOMS])],
    request: { body: jsonBody(ActionsBody) },
    responses: answers('Result of the action', WorkspaceActionResult),
  }),
}
