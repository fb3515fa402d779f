import * as z from 'zod'
import { textOrNull } from '../fields.ts'
import { WORKSPACE_ACTIONS } from './actions.ts'
import { count, commonFields } from './parts.ts'

/** The result of a workspace action. */
export const WorkspaceActionResult = z
  .object({
    ...commonFields,
    action: z.enum(WORKSPACE_ACTIONS).describe('The action of the request'),
    status: z
      .enum([
        'saved',
        'removed',
        'enqueued',
        'approval_required',
        'approved',
        'rejected',
        'cancelled',
        'snoozed',
        'assigned',
        'acknowledged',
        'resolved',
      ])
      .describe(
        'enqueued: keepers will carry it out; approval_required: a second person must approve it first; every other status: done',
      ),
    replayed: z.boolean().describe('true if an earlier, identical request with this idempotencyKey made the change'),
    targetId: z.string().describe('Id or address of the changed item, such as a task, room or member'),
    actionId: z.int().nullable().meta({
      description: 'Id of the keeper’s action, with status enqueued or approved; otherwise null',
      example: 3,
    }),
    approvalId: textOrNull('Id of the approval, with status approval_required; otherwise null'),
    taskId: textOrNull('Id of the task for that approval, with status approval_required; otherwise null'),
    version: count('New version of the room, for rooms.rules.upsert; otherwise null').nullable(),
    totalTargetWeightBps: z.int().nullable().meta({
      description:
        'Sum of all targets of the vault after the change, in basis points, for strategy.setTarget; otherwise null',
      example: 9000,
    }),
  })
  .meta({ id: 'WorkspaceActionResult' })
