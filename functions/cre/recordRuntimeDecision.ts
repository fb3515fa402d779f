import { isAddress } from 'viem/utils'
import type * as z from 'zod'
import type { RuntimeAction } from '../../schema/cre/bodies.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { NewAction } from '../../shared/store/enqueueAction.ts'
import { stored } from '../../shared/store/stored.ts'
import { lower } from '../../shared/text/address.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import { contentOf, correlationId, type RuntimeHandler } from './context.ts'

/**
 * Stores a decision once and, in the same transaction, the action that it enqueues. Every replay answers with the same
 * `actionId`, and with `rejected` if another action with the same dedupe key kept this one from being enqueued. The
 * content behind the key is the decision together with `enqueueAction`.
 * Throws idempotency_conflict, zone_disabled, invalid_request, invalid_address, store_unavailable.
 */
export const recordRuntimeDecision: RuntimeHandler<'recordRuntimeDecision'> = async (
  { body, request },
  { now, store, mayEnqueue },
) => {
  const { workflow, idempotencyKey, decision } = body
  const correlation = correlationId(request)
  const enqueueAction = body.enqueueAction && checked(body.enqueueAction)
  const content = contentOf('decision', { decision, enqueueAction })
  const action = enqueueAction && (await newAction(`${workflow}:${idempotencyKey}`, enqueueAction))
  const outcome = await stored(() =>
    store.runtimeDecisions.put(
      { workflow, idempotencyKey, content, correlationId: correlation, createdAt: Math.floor(now() / 1000) },
      action,
      action === undefined || mayEnqueue(action.actionType),
    ),
  )
  if (outcome === 'conflict')
    throw new ApiError(
      'idempotency_conflict',
      'idempotencyKey: was used for a different decision or action; use a new key',
    )
  if (outcome === 'closed') throw new ApiError('zone_disabled')
  const { inserted, status, actionId } = outcome
  return {
    data: { stored: true, inserted, idempotencyKey, status, ...(actionId === null ? {} : { actionId }) },
    headers: { 'x-correlation-id': correlation },
  }
}

type Action = z.output<typeof RuntimeAction>

function checked(action: Action): Action {
  if (!isAddress(action.vaultAddress))
    throw new ApiError('invalid_address', 'enqueueAction.vaultAddress: has a wrong EIP-55 checksum')
  return { ...action, vaultAddress: lower(action.vaultAddress) }
}

async function newAction(decision: string, given: Action): Promise<NewAction> {
  const { vaultAddress, groupId, actionType } = given
  const action = contentOf('enqueueAction.action', given.action)
  const dedupeKey = given.dedupeKey ?? (await sha256([decision, vaultAddress, groupId, actionType, action].join(':')))
  return { vaultAddress, groupId, actionType, action, dedupeKey }
}
