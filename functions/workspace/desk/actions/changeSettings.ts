import { sql } from 'drizzle-orm'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { lower } from '../../../../shared/text/lower.ts'
import { type Act, type Done, type PayloadOf, perform } from './perform.ts'

const MOST_PREFERENCES = 200
const MOST_MEMBERS = 64

/** Sets how the wallet that is signed in wants to be told. Throws what perform throws, workspace_full. */
export function setNotifications(given: PayloadOf<'settings.notifications.upsert'>, act: Act): Promise<Done> {
  const { vault, actor, at } = act.admission
  const [of, principal] = [lower(vault), lower(actor.address)]
  const { chatappEnabled, msgnetEnabled, emailEnabled, minSeverity, channels } = given
  return perform(act, {
    target: { type: 'notification_preferences', id: actor.address },
    asked: given,
    event: { title: 'Set how to be told', description: `From severity ${minSeverity} on` },
    condition: sql`(exists (select 1 from workspace_notification_preferences
        where vault_address = ${of} and principal_address = ${principal})
      or (select count(*) from workspace_notification_preferences where vault_address = ${of}) < ${MOST_PREFERENCES})`,
    statements: (done) => [
      sql`insert into workspace_notification_preferences (vault_address, principal_address, chatapp_enabled,
          msgnet_enabled, email_enabled, min_severity, channels, updated_at, created_at)
        select ${of}, ${principal}, ${Number(chatappEnabled)}, ${Number(msgnetEnabled)}, ${Number(emailEnabled)},
          ${minSeverity}, ${JSON.stringify(channels)}, ${at}, ${at} where ${done}
        on conflict (vault_address, principal_address) do update set chatapp_enabled = excluded.chatapp_enabled,
          msgnet_enabled = excluded.msgnet_enabled, email_enabled = excluded.email_enabled,
          min_severity = excluded.min_severity, channels = excluded.channels, updated_at = excluded.updated_at`,
    ],
    outcome: { status: 'saved' },
    refusal: async () =>
      new ApiError('workspace_full', `vault: ${MOST_PREFERENCES} wallets have said how they want to be told`),
  })
}

/**
 * Gives a wallet a role on the vault, or takes it away. Only the onchain owner makes, changes or removes an ADMIN, so that
 * no admin makes a second person of oneself. Throws what perform throws, forbidden, invalid_request, workspace_full.
 */
export function setMember({ address, role }: PayloadOf<'settings.members.set'>, act: Act): Promise<Done> {
  const { vault, actor, owner, at } = act.admission
  const [of, member] = [lower(vault), lower(address)]
  if (owner && lower(owner) === member)
    throw new ApiError('invalid_request', 'payload.address: owns the vault onchain, which no configuration changes')
  const isOwner = actor.role === 'OWNER'
  const onlyOwner = () => new ApiError('forbidden', 'payload.role: only the OWNER makes, changes or removes an ADMIN')
  if (role === 'ADMIN' && !isOwner) throw onlyOwner()
  const own = sql`workspace_members where vault_address = ${of} and address = ${member}`
  const members = sql`(select count(*) from workspace_members where vault_address = ${of})`
  const isFull = sql`(not exists (select 1 from ${own}) and ${members} >= ${MOST_MEMBERS})`
  return perform(act, {
    target: { type: 'member', id: address },
    asked: { address, role },
    event: {
      title: 'Changed who has which role',
      description: role === null ? `${address} has none any more` : `${address} is ${role}`,
    },
    condition: sql`(${isOwner ? 1 : 0} or not exists (select 1 from ${own} and role = 'ADMIN'))
      and (${role === null ? 1 : 0} or not ${isFull})`,
    statements: (done) => [
      role === null
        ? sql`delete from ${own} and ${done}`
        : sql`insert into workspace_members (vault_address, address, role, added_by, created_at)
            select ${of}, ${member}, ${role}, ${lower(actor.address)}, ${at} where ${done}
            on conflict (vault_address, address) do update set role = excluded.role, added_by = excluded.added_by`,
    ],
    outcome: { status: role === null ? 'removed' : 'saved' },
    refusal: async () => {
      const listed = await act.context.desk.records.members(vault)
      const known = listed.find((one) => lower(one.address) === member)
      return known?.role === 'ADMIN' && !isOwner
        ? onlyOwner()
        : new ApiError('workspace_full', `vault: has ${MOST_MEMBERS} members; remove one first`)
    },
  })
}
