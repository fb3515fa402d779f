import type * as z from 'zod'
import type { ActionsBody } from '../../../../schema/workspace/actions.ts'
import type { Principal } from '../../../../shared/auth/principal.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { MOST_NODES } from '../../../../shared/store/persons.ts'
import { sha256 } from '../../../../shared/text/bytes.ts'
import { canonicalJson, plainJson } from '../../../../shared/text/json.ts'
import type { WorkspaceContext } from '../../context.ts'
import { ACTION_PERMISSIONS, may, PERMISSIONS } from '../../rules/permissions.ts'
import type { AdmissionReads } from '../../rules/workspaceCalls.ts'
import { answerTo } from '../admit.ts'
import { enter, enterForStrategies } from '../enter.ts'
import { type ActionRequest, type Done, replayOf } from './applyPlan.ts'
import { upsertRoomRule } from './changeRooms.ts'
import { setMember, setNotifications } from './changeSettings.ts'
import { assignTask, changeAlert, endTaskAs, snoozeTask } from './changeTask.ts'
import { approveApproval, endApproval } from './decideApproval.ts'
import { executeStrategy } from './executeStrategy.ts'
import { setTarget } from './setTarget.ts'
import { linkChat, publishMessage, unlinkChat } from './useRooms.ts'

type Body = z.output<typeof ActionsBody>
interface Given {
  readonly body: Body
  readonly principal: Principal
}
type OnStrategies = Extract<Body, { action: 'strategy.setTarget' | 'strategy.execute' | 'approval.approve' }>

/**
 * Runs the action of a body if the caller's role has its permission: for POST /v1/workspace/actions and for the operations
 * that take some of its actions. A repeated request gets its first answer. Throws what admit, replayOf and the action throw.
 */
export async function runAction({ body, principal }: Given, context: WorkspaceContext) {
  const request = await requestOf(body)
  if (takesStrategies(body)) {
    const admission = await enterForStrategies(body.vault, principal, context)
    const actionRequest = { context, admission, action: body.action, request }
    requirePermission(actionRequest)
    return answer(actionRequest, (await replayOf(actionRequest)) ?? (await onStrategies(body, actionRequest)))
  }
  const admission = await enter(body.vault, principal, context)
  const actionRequest = { context, admission, action: body.action, request }
  requirePermission(actionRequest)
  return answer(actionRequest, (await replayOf(actionRequest)) ?? (await onRecords(body, actionRequest)))
}

const takesStrategies = (body: Body): body is OnStrategies =>
  body.action === 'strategy.setTarget' || body.action === 'strategy.execute' || body.action === 'approval.approve'

const answer = ({ action, admission, context }: ActionRequest, done: Done) =>
  answerTo(admission, context.now(), { action, ...done })

function requirePermission({ action, admission: { actor } }: ActionRequest): void {
  if (actor.person.length > MOST_NODES)
    throw new ApiError(
      'forbidden',
      `vault: your account has too many wallets to compare with others (more than ${MOST_NODES} keys, wallets and accounts); remove some first`,
    )
  const permission = ACTION_PERMISSIONS[action]
  if (!may(actor.role, permission))
    throw new ApiError(
      'forbidden',
      `action: ${action} requires the permission ${permission} (roles ${PERMISSIONS[permission].join(', ')}); your role is ${actor.role}`,
    )
}

async function requestOf({ vault, action, payload, idempotencyKey }: Body): Promise<ActionRequest['request']> {
  return { key: idempotencyKey ?? null, hash: await sha256(canonicalJson(plainJson({ vault, action, payload }))) }
}

function onStrategies(body: OnStrategies, actionRequest: Parameters<typeof setTarget>[1]): Promise<Done> {
  switch (body.action) {
    case 'strategy.setTarget':
      return setTarget(body.payload, actionRequest)
    case 'strategy.execute':
      return executeStrategy(body.payload, actionRequest)
    case 'approval.approve':
      return approveApproval(body.payload, actionRequest)
  }
}

async function onRecords(
  body: Exclude<Body, OnStrategies>,
  actionRequest: ActionRequest<AdmissionReads>,
): Promise<Done> {
  switch (body.action) {
    case 'task.approve':
      return endTaskAs(body.payload, 'approved', actionRequest)
    case 'task.reject':
      return endTaskAs(body.payload, 'rejected', actionRequest)
    case 'task.snooze':
      return snoozeTask(body.payload, actionRequest)
    case 'task.assign':
      return assignTask(body.payload, actionRequest)
    case 'approval.reject':
      return endApproval(body.payload, 'rejected', actionRequest)
    case 'approval.cancel':
      return endApproval(body.payload, 'cancelled', actionRequest)
    case 'alert.acknowledge':
      return changeAlert(body.payload, 'acknowledged', actionRequest)
    case 'alert.resolve':
      return changeAlert(body.payload, 'resolved', actionRequest)
    case 'settings.notifications.upsert':
      return setNotifications(body.payload, actionRequest)
    case 'settings.members.set':
      return setMember(body.payload, actionRequest)
    case 'rooms.chatapp.link':
      return linkChat(body.payload, actionRequest)
    case 'rooms.chatapp.unlink':
      return unlinkChat(body.payload, actionRequest)
    case 'rooms.msgnet.publish':
      return publishMessage(body.payload, actionRequest)
    case 'rooms.rules.upsert':
      return upsertRoomRule(body.payload, actionRequest)
  }
}
