import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { recordAppointment } from './workspaceAppointments.ts'
import type { Steps, WorkspaceActor } from './workspaceChange.ts'
import type { PreferenceRow } from './workspaceReads.ts'

export const MOST_PREFERENCES = 200
export const MOST_MEMBERS = 64

type Preferences = Pick<PreferenceRow, 'chatappEnabled' | 'msgnetEnabled' | 'emailEnabled' | 'minSeverity'>

interface NewPreferences extends Preferences {
  readonly vault: Address
  readonly principal: Address
  readonly channels: readonly string[]
  /** Unix seconds. */
  readonly at: number
}

/** Sets the notification preferences of a wallet. */
export function settingPreferences(given: NewPreferences): Steps {
  const { chatappEnabled, msgnetEnabled, emailEnabled, minSeverity, channels, at } = given
  const [of, principal] = [lower(given.vault), lower(given.principal)]
  const all = sql`from workspace_notification_preferences where vault_address = ${of}`
  return {
    condition: sql`(exists (select 1 ${all} and principal_address = ${principal})
      or (select count(*) ${all}) < ${MOST_PREFERENCES})`,
    statements: (done) => [
      sql`insert into workspace_notification_preferences (vault_address, principal_address, chatapp_enabled,
          msgnet_enabled, email_enabled, min_severity, channels, updated_at, created_at)
        select ${of}, ${principal}, ${Number(chatappEnabled)}, ${Number(msgnetEnabled)}, ${Number(emailEnabled)},
          ${minSeverity}, ${JSON.stringify(channels)}, ${at}, ${at} where ${done}
        on conflict (vault_address, principal_address) do update set chatapp_enabled = excluded.chatapp_enabled,
          msgnet_enabled = excluded.msgnet_enabled, email_enabled = excluded.email_enabled,
          min_severity = excluded.min_severity, channels = excluded.channels, updated_at = excluded.updated_at`,
    ],
  }
}

interface NewRole {
  readonly vault: Address
  readonly member: Address
  /** Null for none. */
  readonly role: 'ADMIN' | 'OPERATOR' | 'VIEWER' | null
  /** Only the OWNER changes an ADMIN. */
  readonly actor: WorkspaceActor
  /** The vault’s onchain owner; null if it reports none. */
  readonly owner: Address | null
  /** Unix seconds. */
  readonly at: number
}

/** Assigns, changes or removes the role of a wallet, and records who did. */
export function settingRole({ vault, member, role, actor, owner, at }: NewRole): Steps {
  const all = sql`workspace_members where vault_address = ${lower(vault)}`
  const own = sql`${all} and address = ${lower(member)}`
  const hasRoom = sql`(exists (select 1 from ${own}) or (select count(*) from ${all}) < ${MOST_MEMBERS})`
  return {
    condition: sql`(${Number(actor.role === 'OWNER')} or not exists (select 1 from ${own} and role = 'ADMIN'))
      and (${Number(role === null)} or ${hasRoom})`,
    statements: (done) => [
      ...recordAppointment({ vault, member, stays: role !== null, actor, owner, at }, done),
      role === null
        ? sql`delete from ${own} and ${done}`
        : sql`insert into workspace_members (vault_address, address, role, added_by, created_at)
            select ${lower(vault)}, ${lower(member)}, ${role}, ${lower(actor.address)}, ${at} where ${done}
            on conflict (vault_address, address) do update set role = excluded.role, added_by = excluded.added_by`,
    ],
  }
}
