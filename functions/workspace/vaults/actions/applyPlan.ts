import * as z from 'zod'
import { WorkspaceActionResult } from '../../../../schema/workspace/actionResult.ts'
import type { ActionsBody, WorkspaceAction } from '../../../../schema/workspace/actions.ts'
import { ACTION_PERMISSIONS, PERMISSIONS } from '../../rules/permissions.ts'
import type { AdmissionReads } from '../../rules/workspaceCalls.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { accountOf, type WorkspaceChange } from '../../store/workspaceChange.ts'
import type { WorkspaceContext } from '../../context.ts'
import { type Admission, answerTo } from '../admit.ts'

type Body = z.output<typeof ActionsBody>
export type PayloadOf<A extends WorkspaceAction> = Extract<Body, { action: A }>['payload']

/** A member's request: who, in which workspace, and under which key. */
export interface ActionRequest<R extends AdmissionReads = AdmissionReads> {
  readonly context: WorkspaceContext
  readonly admission: Admission<R>
  readonly action: WorkspaceAction
  readonly request: WorkspaceChange['request']
}

type Result = z.output<typeof WorkspaceActionResult>
/** The result of an action, known before it runs; the keeper's action is found afterwards. */
export interface Outcome {
  readonly status: Result['status']
  readonly approvalId?: string
  readonly taskId?: string
  readonly version?: number
}

export interface Plan {
  readonly target: WorkspaceChange['target']
  /** The request, for the audit log. */
  readonly requested: Readonly<Record<string, unknown>>
  /** Title and description of the event. */
  readonly event: WorkspaceChange['event']
  readonly steps: WorkspaceChange['steps']
  /** The type of the action that it enqueues for keepers, if it does. */
  readonly enqueues?: string
  readonly outcome: Outcome
  /** The error if the condition of its steps did not hold. */
  readonly refusal: () => Promise<ApiError>
}

export type Done = Pick<Result, 'status' | 'targetId' | 'replayed' | 'actionId' | 'approvalId' | 'taskId' | 'version'>

/**
 * Carries out the plan of an action, once per key. Throws idempotency_conflict, forbidden (the role was removed in the
 * meantime), zone_disabled, store_unavailable, and the plan's refusal.
 */
export async function applyPlan(actionRequest: ActionRequest, plan: Plan): Promise<Done> {
  const { context, admission, action, request } = actionRequest
  const { vault, actor, at } = admission
  const { changes, mayEnqueue } = context.vaults
  if (plan.enqueues !== undefined && !mayEnqueue(plan.enqueues)) throw new ApiError('zone_disabled')
  const done = { ...described(plan.outcome), targetId: plan.target.id, replayed: false, actionId: null }
  const made = await changes.apply({
    vault,
    actor,
    roles: PERMISSIONS[ACTION_PERMISSIONS[action]],
    action,
    target: plan.target,
    diff: { ...plan.requested, outcome: plan.outcome },
    request,
    event: plan.event,
    at,
    steps: plan.steps,
    answer: answerTo(admission, context.now(), { action, ...done, totalTargetWeightBps: null }),
    open: [
      ...(ENQUEUING.includes(plan.outcome.status) ? (['actionId'] as const) : []),
      ...(action === 'strategy.setTarget' ? (['totalTargetWeightBps'] as const) : []),
    ],
  })
  if (made.outcome === 'done')
    return doneOf(actionRequest, { id: made.id, targetId: plan.target.id, outcome: plan.outcome }, false)
  // A concurrent identical request may have made the change.
  const earlier = await replayOf(actionRequest)
  if (earlier) return earlier
  if (made.outcome === 'demoted')
    throw new ApiError(
      'forbidden',
      'vault: your role changed in the meantime; GET /v1/workspace/actions lists what it allows',
    )
  throw await plan.refusal()
}

/**
 * The result of an earlier, identical request with this key, whatever has changed since; null without one.
 * Throws idempotency_conflict, store_unavailable.
 */
export async function replayOf(actionRequest: ActionRequest): Promise<Done | null> {
  const { context, admission, request } = actionRequest
  if (request.key === null) return null
  const earlier = await context.vaults.changes.find(admission.vault, accountOf(admission.actor), request.key)
  if (!earlier) return null
  if (earlier.hash !== request.hash)
    throw new ApiError('idempotency_conflict', 'idempotencyKey: was used for another request; choose another key')
  const { id, targetId, diff } = earlier
  return doneOf(actionRequest, { id, targetId, outcome: RecordedOutcome.parse(diff).outcome }, true)
}

interface Made {
  /** Name in the audit log. */
  readonly id: string
  readonly targetId: string
  readonly outcome: z.output<typeof RecordedOutcome>['outcome']
}

async function doneOf(
  { context, admission }: ActionRequest,
  { id, targetId, outcome }: Made,
  replayed: boolean,
): Promise<Done> {
  const isEnqueued = ENQUEUING.includes(outcome.status)
  const actionId = isEnqueued ? await context.vaults.changes.actionOf(admission.vault, id) : null
  return { ...described(outcome), targetId, replayed, actionId }
}

const described = ({ status, approvalId, taskId, version }: Made['outcome']) => ({
  status,
  approvalId: approvalId ?? null,
  taskId: taskId ?? null,
  version: version ?? null,
})

const ENQUEUING: readonly Outcome['status'][] = ['enqueued', 'approved']

/** The outcome of a request, as the audit log stores it. */
const RecordedOutcome = z.object({
  outcome: z.object({
    status: WorkspaceActionResult.shape.status,
    approvalId: z.string().optional(),
    taskId: z.string().optional(),
    version: z.int().optional(),
  }),
})
