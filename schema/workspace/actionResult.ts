import { z } from '@hono/zod-openapi'
import { WORKSPACE_ACTIONS } from './actions.ts'
import { count, frame } from './parts.ts'

/** What comes of an action. */
export const WorkspaceActionResult = z
  .object({
    ...frame,
    action: z.enum(WORKSPACE_ACTIONS).openapi({ description: 'What was asked for' }),
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
      .openapi({
        description:
          'enqueued: an action is with the keepers, and is not done yet; approval_required: a second person must approve it first; otherwise it is done',
      }),
    replayed: z
      .boolean()
      .openapi({ description: 'An earlier request under this idempotencyKey was the same, and did it' }),
    targetId: z.string().openapi({ description: 'What it was done to: a strategy, a task, an approval, a room …' }),
    actionId: z
      .int()
      .nullable()
      .openapi({ description: 'With enqueued and approved: the keeper’s action', example: 3 }),
    approvalId: z
      .string()
      .nullable()
      .openapi({ description: 'With approval_required: what waits for a second person' }),
    taskId: z.string().nullable().openapi({ description: 'With approval_required: the task that was made of it' }),
    version: count('Of rooms.rules.upsert: the version from now on; otherwise null').nullable(),
    totalTargetWeightBps: z.int().nullable().openapi({
      description: 'Of strategy.setTarget: all targets of the vault together by now, in basis points; otherwise null',
      example: 9000,
    }),
  })
  .openapi('WorkspaceActionResult')
