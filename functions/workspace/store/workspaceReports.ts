import { sql, type SQL } from 'drizzle-orm'
import { MOST_TASKS } from './workspaceActivity.ts'

/** The action for linking a chat: keepers verify it, and reporting it as executed links the chat. */
export const LINK_CHAT = 'message.chatapp.link'
export const PUBLISH = 'msgnet.group.publish'

const TITLE = `case c.status when 'executing' then 'A keeper started the action' when 'executed' then 'A keeper finished the action'
  when 'retry' then 'A keeper will retry the action' else 'The action failed' end`
const SEVERITY = `case c.status when 'retry' then 'warn' when 'failed' then 'critical' else 'info' end`
const CAUSE = `'action:' || c.id`
const METADATA = `json_object('actionId', c.id, 'actionType', c.action_type,
  'approvalId', json_extract(c.action, '$.approvalId'), 'strategyAddress', json_extract(c.action, '$.strategyAddress'),
  'error', case when c.status in ('retry', 'failed') then c.last_error end)`
/** A random UUID (RFC 9562, section 5.4). */
const UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
  || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`

/**
 * Updates workspaces after a change of keepers' actions, in the batch of the change: activity, alerts and tasks for failed
 * actions, ended approvals, linked chats. `changed` is the sub-query of the rows of
 * `actions` that have changed, as they are now; `at` in unix seconds. Vaults without a workspace get nothing.
 */
export function afterActions(changed: SQL, at: number): SQL[] {
  const each = sql`from ${changed} c join workspace_vaults w on w.vault_address = c.vault_address`
  const raw = sql.raw
  const ended = sql`(vault_address, cause) in (select vault_address, 'action:' || id from ${changed} where status = 'executed')`
  const approved = (status: string) => sql`status = 'approved' and (vault_address, id) in (
    select vault_address, json_extract(action, '$.approvalId') from ${changed} where status = ${status})`
  return [
    sql`insert into workspace_activity_events
      (vault_address, source, event_type, title, description, severity, actor_address, payload_json, created_at)
      select c.vault_address, 'keepr', 'keepr.' || c.status, ${raw(TITLE)},
        c.action_type || ' (action ' || c.id || '): ' || ${raw(TITLE)}, ${raw(SEVERITY)}, null, ${raw(METADATA)}, ${at}
      ${each}`,
    sql`insert into workspace_alert_events
      (vault_address, source, cause, severity, status, message, metadata_json, created_at)
      select c.vault_address, 'keepr', ${raw(CAUSE)}, ${raw(SEVERITY)}, 'open',
        c.action_type || ': ' || ${raw(TITLE)}, ${raw(METADATA)}, ${at}
      ${each} where c.status in ('retry', 'failed')
      on conflict (vault_address, cause) where status <> 'resolved'
      do update set severity = excluded.severity, message = excluded.message, metadata_json = excluded.metadata_json`,
    sql`insert into workspace_task_state
      (id, vault_address, title, status, priority, due_at, cause, metadata_json, updated_at, created_at)
      select ${raw(UUID)}, c.vault_address, 'Check a failed action: ' || c.action_type, 'open', 'high', null,
        ${raw(CAUSE)}, ${raw(METADATA)}, ${at}, ${at}
      ${each} where c.status = 'failed' and (select count(*) from workspace_task_state t
        where t.vault_address = c.vault_address and t.status in ('open', 'snoozed')) < ${MOST_TASKS}
      on conflict (vault_address, cause) where status in ('open', 'snoozed') do nothing`,
    sql`update workspace_alert_events set status = 'resolved', resolved_at = ${at}
      where status <> 'resolved' and ${ended}`,
    sql`update workspace_task_state set status = 'done', snoozed_until = null, updated_at = ${at}
      where status in ('open', 'snoozed') and ${ended}`,
    sql`update workspace_approvals set status = 'executed', executed_at = ${at} where ${approved('executed')}`,
    sql`update workspace_approvals set status = 'cancelled' where ${approved('failed')}`,
    sql`insert into chat_conversations (conversation_id, chain_id, vault, admins, created_at)
      select json_extract(c.action, '$.chatId'), json_extract(c.action, '$.chainId'), c.vault_address, '[]', ${at}
      ${each} where c.action_type = ${LINK_CHAT} and c.status = 'executed' on conflict do nothing`,
  ]
}
