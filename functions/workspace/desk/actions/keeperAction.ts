import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { enqueueAction, inFlight } from '../../../../shared/store/enqueueAction.ts'
import { canonicalJson } from '../../../../shared/text/canonicalJson.ts'
import { lower } from '../../../../shared/text/lower.ts'

/** Actions of one vault that have not ended, of those that its workspace enqueues. */
export const MOST_IN_FLIGHT = 50

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

const dedupeKeyOf = ({ vault, type, subject }: KeeperAction): string => `workspace:${lower(vault)}:${type}:${subject}`

/** Whether none of this type and subject is in flight, and the vault has room for one. */
export const canEnqueue = (action: KeeperAction): SQL =>
  sql`(not exists (select 1 from actions where dedupe_key = ${dedupeKeyOf(action)} and ${inFlight})
    and (select count(*) from actions where vault_address = ${lower(action.vault)} and ${inFlight}
      and dedupe_key >= ${prefixOf(action)} and dedupe_key < ${`${prefixOf(action)}~`}) < ${MOST_IN_FLIGHT})`

const prefixOf = ({ vault }: KeeperAction): string => `workspace:${lower(vault)}:`

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
