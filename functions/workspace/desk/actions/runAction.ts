import type { z } from '@hono/zod-openapi'
import type { ActionsBody } from '../../../../schema/workspace/actions.ts'
import type { Principal } from '../../../../shared/auth/principal.ts'
import { ACTION_PERMISSIONS, may, PERMISSIONS } from '../../rules/permissions.ts'
import type { AdmissionReads } from '../../rules/workspaceCalls.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { canonicalJson } from '../../../../shared/text/json.ts'
import { sha256 } from '../../../../shared/text/bytes.ts'
import type { WorkspaceContext } from '../../WorkspaceContext.ts'
import { answerTo } from '../admit.ts'
import { enter, enterForStrategies } from '../enter.ts'
import { type Act, type Done, replayOf } from './perform.ts'
import { changeAlert } from './changeAlert.ts'
import { setMember, setNotifications } from './changeSettings.ts'
import { assignTask, endTaskAs, snoozeTask } from './changeTask.ts'
import { approveApproval, endApproval } from './decideApproval.ts'
import { executeStrategy } from './executeStrategy.ts'
import { setTarget, totalTargetWeight } from './setTarget.ts'
import { upsertRoomRule } from './changeRooms.ts'
import { linkChat, publishMessage, unlinkChat } from './useRooms.ts'

type Body = z.output<typeof ActionsBody>
type OnStrategies = Extract<Body, { action: 'strategy.setTarget' | 'strategy.execute' | 'approval.approve' }>

/**
 * Does what a body asks for, if the caller's role has the permission for it: the one place for POST /v1/workspace/actions
 * and for the operations that take some of its actions. A request that was made before is answered as it was then. Throws
 * what admit, replayOf and the action throw.
 */
export async function runAction(body: Body, principal: Principal, context: WorkspaceContext) {
  const request = await requestOf(body)
  if (takesStrategies(body)) {
    const admission = await enterForStrategies(body.vault, principal, context)
    const act = { context, admission, action: body.action, request }
    requirePermission(act)
    return answer(act, (await replayOf(act)) ?? (await onStrategies(body, act)))
  }
  const admission = await enter(body.vault, principal, context)
  const act = { context, admission, action: body.action, request }
  requirePermission(act)
  return answer(act, (await replayOf(act)) ?? (await onRecords(body, act)))
}

const takesStrategies = (body: Body): body is OnStrategies =>
  body.action === 'strategy.setTarget' || body.action === 'strategy.execute' || body.action === 'approval.approve'

async function answer(act: Act, done: Done) {
  const { action, admission, context } = act
  const totalTargetWeightBps = action === 'strategy.setTarget' ? await totalTargetWeight(act) : null
  return answerTo(admission, context.now(), { action, ...done, totalTargetWeightBps })
}

function requirePermission({ action, admission: { actor } }: Act): void {
  const permission = ACTION_PERMISSIONS[action]
  if (!may(actor.role, permission))
    throw new ApiError(
      'forbidden',
      `action: ${action} takes the permission ${permission}, which ${PERMISSIONS[permission].join(', ')} have; you are ${actor.role}`,
    )
}

/** What a request is known by: its key, and a hash of all that it asks for. */
async function requestOf({ vault, action, payload, idempotencyKey }: Body): Promise<Act['request']> {
  const plain: unknown = JSON.parse(
    JSON.stringify({ vault, action, payload }, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  )
  return { key: idempotencyKey ?? null, hash: await sha256(canonicalJson(plain)) }
}

function onStrategies(body: OnStrategies, act: Parameters<typeof setTarget>[1]): Promise<Done> {
  switch (body.action) {
    case 'strategy.setTarget':
      return setTarget(body.payload, act)
    case 'strategy.execute':
      return executeStrategy(body.payload, act)
    case 'approval.approve':
      return approveApproval(body.payload, act)
  }
}

async function onRecords(body: Exclude<Body, OnStrategies>, act: Act<AdmissionReads>): Promise<Done> {
  switch (body.action) {
    case 'task.approve':
      return endTaskAs(body.payload, 'approved', act)
    case 'task.reject':
      return endTaskAs(body.payload, 'rejected', act)
    case 'task.snooze':
      return snoozeTask(body.payload, act)
    case 'task.assign':
      return assignTask(body.payload, act)
    case 'approval.reject':
      return endApproval(body.payload, 'rejected', act)
    case 'approval.cancel':
      return endApproval(body.payload, 'cancelled', act)
    case 'alert.acknowledge':
      return changeAlert(body.payload, 'acknowledged', act)
    case 'alert.resolve':
      return changeAlert(body.payload, 'resolved', act)
    case 'settings.notifications.upsert':
      return setNotifications(body.payload, act)
    case 'settings.members.set':
      return setMember(body.payload, act)
    case 'rooms.chatapp.link':
      return linkChat(body.payload, act)
    case 'rooms.chatapp.unlink':
      return unlinkChat(body.payload, act)
    case 'rooms.msgnet.publish':
      return publishMessage(body.payload, act)
    case 'rooms.rules.upsert':
      return upsertRoomRule(body.payload, act)
  }
}
