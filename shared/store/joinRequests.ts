import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../text/address.ts'
import { enqueueAction, inFlight } from './enqueueAction.ts'
import { deleteSome, prune } from './retention.ts'

/** A wallet that is to be let into a group of the messaging network. */
export interface JoinRequest {
  readonly vault: Address
  readonly groupId: string
  readonly wallet: Address
}

/** The type of the action by which keepers add a member. */
export const ADD_MEMBER = 'msgnet.group.add_member' as const

const KEEP_SECONDS = 90 * 86_400

/**
 * The statements that ask keepers to add a member where `condition` holds, for a batch with what it belongs to: while an
 * earlier request is unfinished, nothing changes.
 */
export function requestJoin({ vault, groupId, wallet }: JoinRequest, now: number, condition: SQL): SQL[] {
  const dedupeKey = `join:${groupId}:${lower(wallet)}`
  const action = {
    vaultAddress: lower(vault),
    groupId,
    actionType: ADD_MEMBER,
    action: JSON.stringify({ groupId, wallet }),
    dedupeKey,
  }
  return [
    enqueueAction(action, now, condition),
    sql`insert into keepr_join_requests
        (vault_address, group_id, wallet_address, status, next_check_at, action_id, created_at, updated_at)
      select vault_address, group_id, ${lower(wallet)}, 'queued', ${now}, id, ${now}, ${now} from actions
        where dedupe_key = ${dedupeKey} and ${inFlight} and ${condition}
      on conflict (group_id, wallet_address) do update set vault_address = excluded.vault_address, status = 'queued',
        last_reason = null, next_check_at = excluded.next_check_at, action_id = excluded.action_id,
        updated_at = excluded.updated_at
        where action_id is not excluded.action_id`,
  ]
}

/** The retention rule; `now` in unix seconds. Throws store_unavailable. */
export async function pruneJoinRequests(d1: D1Database, now: number): Promise<void> {
  await prune(d1, [deleteSome('keepr_join_requests', sql`updated_at < ${now - KEEP_SECONDS}`)])
}
