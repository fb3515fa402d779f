import { getAddress } from 'viem'
import * as z from 'zod'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { WorkspaceHandler } from '../context.ts'
import { isoTime, isoTimeOrNull } from '../store/workspaceChange.ts'

/** Every payload is a JSON object: all code that enqueues writes one. */
const Payload = z.looseObject({})

/** Actions of the caller's zones that are due, from the store. Throws forbidden, store_unavailable. */
export const listPendingKeeprActions: WorkspaceHandler<'listPendingKeeprActions'> = async (
  { query: { zone, limit }, principal: { zones } },
  { actions, now },
) => {
  if (zone !== undefined && !zones.includes(zone))
    throw new ApiError(
      'forbidden',
      'zone: is not a zone of the key in x-keepr-zone-key; omit it, or send the key of that zone',
    )
  const due = await actions.due(zone === undefined ? zones : [zone], limit, Math.floor(now() / 1000))
  return {
    data: {
      actions: due.map((one) => ({
        id: one.id,
        actionType: one.actionType,
        trustZone: one.trustZone,
        vaultAddress: getAddress(one.vaultAddress),
        groupId: one.groupId,
        action: Payload.parse(JSON.parse(one.action)),
        status: one.status,
        attempt: one.attemptCount + 1,
        lastError: one.lastError,
        nextAttemptAt: isoTimeOrNull(one.nextAttemptAt),
        createdAt: isoTime(one.createdAt),
      })),
      count: due.length,
    },
  }
}
