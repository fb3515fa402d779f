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

/** What a member asks for: who, where, and under which name. */
export interface ActionRequest<R extends AdmissionReads = AdmissionReads> {
  readonly context: WorkspaceContext
  readonly admission: Admission<R>
  readonly action: WorkspaceAction
  readonly request: WorkspaceChange['request']
}

type Result = z.output<typeof WorkspaceActionResult>
/** What comes of an action, known before it is done; the keeper's action is found afterwards. */
export interface Outcome {
  readonly status: Result['status']
  readonly approvalId?: string
  readonly taskId?: string
  readonly version?: number
}

export interface Plan {
  readonly target: WorkspaceChange['target']
  /** What was asked for, for the audit log. */
  readonly requested: Readonly<Record<string, unknown>>
  /** What it is, in a few words and in a sentence. */
  readonly event: WorkspaceChange['event']
  readonly steps: WorkspaceChange['steps']
  /** The type of the action that it enqueues for keepers, if it does. */
  readonly enqueues?: string
  readonly outcome: Outcome
  /** Why its steps' condition did not hold. */
  readonly refusal: () => Promise<ApiError>
}

export type Done = Pick<Result, 'status' | 'targetId' | 'replayed' | 'actionId' | 'approvalId' | 'taskId' | 'version'>

/**
 * Carries out what an action plans, once for its key. Throws idempotency_conflict, forbidden (the role was taken away in
 * between), zone_disabled, store_unavailable, and why the plan's condition did not hold.
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
  // Of two such requests at once, one has made it.
  const earlier = await replayOf(actionRequest)
  if (earlier) return earlier
  if (made.outcome === 'demoted') throw new ApiError('forbidden', 'vault: your role was changed; read it again')
  throw await plan.refusal()
}

/**
 * What the same request came to when it was made before under its key, whatever has changed since; null if it was not.
 * Throws idempotency_conflict, store_unavailable.
 */
export async function replayOf(actionRequest: ActionRequest): Promise<Done | null> {
  const { context, admission, request } = actionRequest
  if (request.key === null) return null
  const earlier = await context.vaults.changes.find(admission.vault, accountOf(admission.actor), request.key)
  if (!earlier) return null
  if (earlier.hash !== request.hash)
    throw new ApiError('idempotency_conflict', 'idempotencyKey: another request was made under it; choose another')
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

/** What a request came to, as the audit log has it. */
const RecordedOutcome = z.object({
  outcome: z.object({
    status: WorkspaceActionResult.shape.status,
    approvalId: z.string().optional(),
    taskId: z.string().optional(),
    version: z.int().optional(),
  }),
})
