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

export type Done = Pick<
  Result,
  'status' | 'targetId' | 'replayed' | 'actionId' | 'approvalId' | 'taskId' | 'version' | 'totalTargetWeightBps'
>

/**
 * Carries out the plan of an action, once per key. Throws idempotency_conflict, forbidden (the role was removed in the
 * meantime), zone_disabled, store_unavailable, and the plan's refusal.
 */
export async function applyPlan(actionRequest: ActionRequest, plan: Plan): Promise<Done> {
  const { context, admission, action, request } = actionRequest
  const { vault, actor, at } = admission
  const { changes, mayEnqueue } = context.vaults
  if (plan.enqueues !== undefined && !mayEnqueue(plan.enqueues)) throw new ApiError('zone_disabled')
  const done = { ...described(plan.outcome), targetId: plan.target.id, replayed: false }
  const unknown = { actionId: null, totalTargetWeightBps: null }
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
    answer: answerTo(admission, context.now(), { action, ...done, ...unknown }),
    open: openIn(action, plan.outcome),
  })
  if (made.outcome === 'done') return { ...done, ...made.open }
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
  const { context, admission, action, request } = actionRequest
  if (request.key === null) return null
  const { changes } = context.vaults
  const earlier = await changes.find(admission.vault, accountOf(admission.actor), request.key)
  if (!earlier) return null
  if (earlier.hash !== request.hash)
    throw new ApiError('idempotency_conflict', 'idempotencyKey: was used for another request; choose another key')
  const { id, targetId, diff } = earlier
  const { outcome } = RecordedOutcome.parse(diff)
  const open = await changes.open(admission.vault, id, openIn(action, outcome))
  return { ...described(outcome), targetId, replayed: true, ...open }
}

/** The values of an answer that are known only once the change is made. */
const openIn = (action: WorkspaceAction, { status }: Pick<Outcome, 'status'>): WorkspaceChange['open'] => [
  ...(ENQUEUING.includes(status) ? (['actionId'] as const) : []),
  ...(action === 'strategy.setTarget' ? (['totalTargetWeightBps'] as const) : []),
]

const described = ({ status, approvalId, taskId, version }: z.output<typeof RecordedOutcome>['outcome']) => ({
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
