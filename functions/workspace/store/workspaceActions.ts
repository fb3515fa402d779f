import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { canonicalJson } from '../../../shared/text/json.ts'
import { lower } from '../../../shared/text/address.ts'
import { enqueueAction, inFlight } from '../../../shared/store/enqueueAction.ts'
import type { Steps } from './workspaceChange.ts'

/** Maximum number of actions in flight that a vault's workspace has enqueued. */
const MOST_IN_FLIGHT = 50

/** An action for keepers: its type, its subject, and its content. */
export interface KeeperAction {
  readonly vault: Address
  readonly chainId: number
  readonly groupId: string
  readonly type: string
  /** Subject of the action; one action of a type and subject is in flight at a time. */
  readonly subject: string
  readonly content: Readonly<Record<string, unknown>>
}

const prefixOf = ({ vault }: KeeperAction): string => `workspace:${lower(vault)}:`
const dedupeKeyOf = (action: KeeperAction): string => `${prefixOf(action)}${action.type}:${action.subject}`

/** Whether no action of this type and subject is in flight, and the vault's queue is not full. */
export const canEnqueue = (action: KeeperAction): SQL =>
  sql`(not exists (select 1 from actions where dedupe_key = ${dedupeKeyOf(action)} and ${inFlight})
    and (select count(*) from actions where vault_address = ${lower(action.vault)} and ${inFlight}
      and dedupe_key >= ${prefixOf(action)} and dedupe_key < ${`${prefixOf(action)}~`}) < ${MOST_IN_FLIGHT})`

/** Enqueues it if `done` holds; `requestId` is the id of the change, for finding the action. */
export function enqueue(action: KeeperAction, requestId: string, at: number, done: SQL): SQL {
  const { vault, chainId, groupId, type, content } = action
  return enqueueAction(
    {
      vaultAddress: lower(vault),
      groupId,
      actionType: type,
      action: canonicalJson({ ...content, vault, chainId, requestId }),
      dedupeKey: dedupeKeyOf(action),
    },
    at,
    done,
  )
}

/** Enqueues an action without approval, unless an undecided approval is for the same type and subject. */
export const enqueuing = (action: KeeperAction, at: number, condition: SQL = sql`true`): Steps => ({
  condition: sql`${condition} and ${canEnqueue(action)} and ${noneUndecided(action)}`,
  statements: (done, id) => [enqueue(action, id, at, done)],
})

/** Whether no approval for the same type and subject is pending, or approved and not ended. */
export const noneUndecided = ({ vault, type, subject }: KeeperAction): SQL =>
  sql`not exists (select 1 from workspace_approvals where vault_address = ${lower(vault)} and action_type = ${type}
    and subject = ${subject} and status in ('pending', 'approved'))`
