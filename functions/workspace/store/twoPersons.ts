import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { MOST_NODES, nodesJson, reach, UNKNOWN_KEY } from '../../../shared/store/persons.ts'
import { appointmentsSince, walletsNow } from './workspaceAppointments.ts'
import type { WorkspaceActor } from './workspaceChange.ts'

/**
 * Why a member does not count as a second person. `own_request`: shares a key, a wallet or an account with the requester.
 * `joined`: a path of joins connects the two, each open since the request or since either was appointed. `too_many_joins`: is
 * joined to more accounts and wallets than are checked. `signer_unknown`: the keys of one of them, or of an appointer of one,
 * are unknown. `appointments`: one of the two got the role from the other, from somebody whom the other appointed, or from
 * somebody joined to the other.
 */
export type SamePerson = 'own_request' | 'joined' | 'too_many_joins' | 'signer_unknown' | 'appointments'

export interface Deciding {
  readonly approval: { readonly id: string; readonly vaultAddress: Address }
  readonly actor: WorkspaceActor
  /** The vault’s onchain owner; null if it reports none. */
  readonly owner: Address | null
}

/**
 * The rule of two persons, as one SQL expression: null if the decider and the requester are different persons, otherwise a
 * SamePerson. It reads joins and appointments in the deciding statement, so that no concurrent change escapes it.
 *
 * A chain of appointments ends at the current onchain owner: the owner approves requests of others, and others those of the
 * owner. An appointment by a former owner is like any other. No join leads through the contract that owns the vault: it acts for
 * several people. A request stored by an earlier release has no key, so nobody can approve it.
 */
export function samePerson({ approval, actor, owner }: Deciding): SQL {
  const vault = lower(approval.vaultAddress)
  const ownerNow = owner && lower(owner)
  const ownerNode = owner && `wallet:${ownerNow}`
  const isOwners = (by: SQL, owned: SQL) =>
    sql`(coalesce(${owned} = ${ownerNow}, false) or exists (select 1 from json_each(${by}) where value = ${ownerNode}))`
  const since = sql`(select since from span)`
  const isIn = (nodes: string, set: string) =>
    sql`exists (select 1 from ${sql.identifier(nodes)} n cross join ${sql.identifier(set)} s on +s.node = n.node)`
  const hasNoKey = (set: string) => sql`not exists (select 1 from ${sql.identifier(set)} where node like 'key:%')`
  const isUnknown = (set: string) => sql`exists (select 1 from ${sql.identifier(set)} where node = ${UNKNOWN_KEY})`
  const isTooMany = (set: string) => sql`(select count(*) from ${sql.identifier(set)}) > ${MOST_NODES}`
  const passed = (held: string) => {
    const from = sql.identifier(held)
    return sql`select n.value from ${from} h, json_each(h.by_person) n where not ${isOwners(sql`h.by_person`, sql`h.owner_address`)}
      union all select n.value from ${from} h, json_each(h.above) l, json_each(l.value, '$.by') n
        where not ${isOwners(sql`h.by_person`, sql`h.owner_address`)}
        and not ${isOwners(sql`json_extract(l.value, '$.by')`, sql`json_extract(l.value, '$.owner')`)}`
  }
  return sql`(with recursive
    request (person, wallets, owner, at) as materialized (
      select coalesce(requested_person, ${LEGACY_PERSON}), requested_wallets, requested_owner, created_at
      from workspace_approvals where id = ${approval.id} and vault_address = ${vault}),
    contract (node) as materialized (select 'wallet:' || address from profile_wallets
      where address = ${ownerNow} and kind = 'smart'),
    asker (node) as materialized (select n.value from request, json_each(request.person) n
      where n.value <> ${UNKNOWN_KEY} and n.value not in contract),
    actor (node) as materialized (select value from json_each(${nodesJson(actor.person)}) where value <> ${UNKNOWN_KEY}),
    appointed (address, by_person, owner_address, above, since) as materialized (
      ${appointmentsSince(vault, sql`(select at from request)`)}),
    own_wallets (address) as materialized (${walletsNow(actor)}),
    of_asker as materialized (select * from appointed d
      where exists (select 1 from request, json_each(request.wallets) w where w.value = d.address)
      or exists (select 1 from asker where +node = 'wallet:' || d.address)),
    of_actor as materialized (select * from appointed d
      where exists (select 1 from own_wallets w where +w.address = d.address)
      or exists (select 1 from actor where +node = 'wallet:' || d.address)),
    span (since) as materialized (select min(t) from (
      select at t from request union all select since from of_asker union all select since from of_actor)),
    ${reach('with_actor', sql`select node from actor`, since, sql`contract`)},
    ${reach('with_asker', sql`select node from asker`, since, sql`contract`)},
    above_asker (node) as materialized (${passed('of_asker')}),
    above_actor (node) as materialized (${passed('of_actor')})
    select case
      when ${isIn('asker', 'actor')} then 'own_request'
      when ${isIn('asker', 'with_actor')} then 'joined'
      when ${isTooMany('with_actor')} or ${isTooMany('with_asker')} then 'too_many_joins'
      when ${hasNoKey('asker')} or ${hasNoKey('actor')} then 'signer_unknown'
      when ${Number(actor.role === 'OWNER')} or (select ${isOwners(sql`person`, sql`owner`)} from request) then null
      when ${isIn('above_asker', 'with_actor')} or ${isIn('above_actor', 'with_asker')} then 'appointments'
      when ${isUnknown('above_asker')} or ${isUnknown('above_actor')} then 'signer_unknown'
    end)`
}

/** The nodes of requests stored without nodes: the account and all its wallets at that time, which may withdraw them. */
const LEGACY_PERSON = sql.raw(`(select json_group_array(node) from (
  select 'account:' || requested_account node union all select 'wallet:' || value from json_each(requested_wallets)))`)
