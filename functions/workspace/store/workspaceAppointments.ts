import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { nodesJson } from '../../../shared/store/persons.ts'
import type { WorkspaceActor } from './workspaceChange.ts'

interface Appointment {
  readonly vault: Address
  readonly member: Address
  /** Whether the member has a role afterwards. */
  readonly stays: boolean
  readonly actor: WorkspaceActor
  /** The vault’s onchain owner; null if it reports none. */
  readonly owner: Address | null
  /** Unix seconds. */
  readonly at: number
}

/** Appointer of a role that has no row of its own, from workspace_members. */
const LEGACY_BY = sql.raw(`json_array('wallet:' || m.added_by)`)
const isOpenOf = (member: SQL): SQL =>
  sql`exists (select 1 from workspace_appointments o where o.vault_address = m.vault_address
    and o.address = ${member} and o.ended_at is null)`

/**
 * Records who assigned, changed or removed a member's role, with the chain above; before workspace_members changes in the
 * same batch, and if `done` holds. The previous row ends and stays.
 */
export function recordAppointment({ vault, member, stays, actor, owner, at }: Appointment, done: SQL): SQL[] {
  const [of, whom] = [lower(vault), lower(member)]
  const isOwner = actor.role === 'OWNER'
  const by = nodesJson(actor.person)
  const latest = sql`(select a.since from workspace_appointments a join workspace_members m
    on m.vault_address = a.vault_address and m.address = a.address
    where a.vault_address = ${of} and a.address = ${whom} order by a.id desc limit 1)`
  return [
    sql`insert into workspace_appointments (vault_address, address, by_person, above, since, created_at)
      select m.vault_address, m.address, ${LEGACY_BY}, '[]', m.created_at, m.created_at from workspace_members m
      where m.vault_address = ${of} and m.address = ${whom} and not ${isOpenOf(sql`m.address`)} and ${done}`,
    sql`update workspace_appointments set ended_at = max(since, ${at})
      where vault_address = ${of} and address = ${whom} and ended_at is null and ${done}`,
    ...(stays
      ? [
          sql`insert into workspace_appointments (vault_address, address, by_person, owner_address, above, since, created_at)
            select ${of}, ${whom}, ${by}, ${isOwner && owner ? lower(owner) : null},
              ${isOwner ? sql`'[]'` : chainOf(of, actor)}, coalesce(${latest}, ${at}), ${at} where ${done}`,
        ]
      : []),
  ]
}

/** The appointer of the actor, and the appointers above: a JSON array of `{by, owner}`. */
const chainOf = (vault: string, actor: WorkspaceActor): SQL => sql`(
  with held (by_person, owner_address, above) as (
    select coalesce(o.by_person, ${LEGACY_BY}), o.owner_address, coalesce(o.above, '[]') from workspace_members m
    left join workspace_appointments o
      on o.vault_address = m.vault_address and o.address = m.address and o.ended_at is null
    where m.vault_address = ${vault} and m.role = ${actor.role} and m.address in (${walletsNow(actor)}))
  select json_group_array(json(link)) from (
    select json_object('by', json(by_person), 'owner', owner_address) link from held
    union select l.value from held, json_each(held.above) l))`

/** The wallets of an actor: as they were read, and as they are linked when the statement runs. */
export const walletsNow = ({ wallets, address, profileId }: WorkspaceActor): SQL =>
  sql`select value from json_each(${JSON.stringify([...wallets, address].map(lower))})
    union all select address from profile_wallets where profile_id = ${profileId}`

/** Query of the roles that were in force at any time since `since`: who assigned them, and when. */
export const appointmentsSince = (vault: string, since: SQL): SQL => sql`
  select address, by_person, owner_address, above, since from workspace_appointments
    where vault_address = ${vault} and (ended_at is null or ended_at >= ${since})
  union all select m.address, ${LEGACY_BY}, null, '[]', m.created_at from workspace_members m
    where m.vault_address = ${vault} and not ${isOpenOf(sql`m.address`)}`
