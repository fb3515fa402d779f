import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { canonicalJson } from '../../../shared/text/json.ts'
import { lower } from '../../../shared/text/address.ts'
import { enqueueAction, inFlight } from '../../../shared/store/enqueueAction.ts'
import type { Steps } from './workspaceChange.ts'

/** Actions of one vault that have not ended, of those that its workspace enqueues. */
const MOST_IN_FLIGHT = 50

/** What is handed to keepers: its type, what it is known by while it is in flight, and its content. */
export interface KeeperAction {
  readonly vault: Address
  readonly chainId: number
  readonly groupId: string
  readonly type: string
  /** What of the vault it is about: one of a type and subject is in flight. */
  readonly subject: string
  readonly content: Readonly<Record<string, unknown>>
}

const prefixOf = ({ vault }: KeeperAction): string => `workspace:${lower(vault)}:`
const dedupeKeyOf = (action: KeeperAction): string => `${prefixOf(action)}${action.type}:${action.subject}`

/** Whether none of this type and subject is in flight, and the vault has room for one. */
export const canEnqueue = (action: KeeperAction): SQL =>
  sql`(not exists (select 1 from actions where dedupe_key = ${dedupeKeyOf(action)} and ${inFlight})
    and (select count(*) from actions where vault_address = ${lower(action.vault)} and ${inFlight}
      and dedupe_key >= ${prefixOf(action)} and dedupe_key < ${`${prefixOf(action)}~`}) < ${MOST_IN_FLIGHT})`

/** Enqueues it where `done` holds; `requestId` is the change that does, by which its number is found. */
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

/** Enqueues an action that nobody has to approve, unless an undecided approval is about the same. */
export const enqueuing = (action: KeeperAction, at: number, condition: SQL = sql`true`): Steps => ({
  condition: sql`${condition} and ${canEnqueue(action)} and ${noneUndecided(action)}`,
  statements: (done, id) => [enqueue(action, id, at, done)],
})

/** No request for the same waits for a second person, or has been approved and not ended. */
export const noneUndecided = ({ vault, type, subject }: KeeperAction): SQL =>
  sql`not exists (select 1 from workspace_approvals where vault_address = ${lower(vault)} and action_type = ${type}
    and subject = ${subject} and status in ('pending', 'approved'))`
