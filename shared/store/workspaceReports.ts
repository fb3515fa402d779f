import { sql, type SQL } from 'drizzle-orm'
import { appendActivity, endTask, openTask, raiseAlert, resolveAlert } from './workspaceActivity.ts'

/** The action by which keepers check that a chat may be linked, and link it by reporting it as executed. */
export const LINK_CHAT = 'message.chatapp.link'
/** The action by which keepers publish to a group. */
export const PUBLISH = 'msgnet.group.publish'

/** What a keeper says about an action; `error` of what failed or is to be tried again. */
export interface KeeperReport {
  readonly actionId: number
  readonly status: 'executing' | 'executed' | 'failed' | 'retry'
  readonly error?: string | null | undefined
  /** Unix seconds. */
  readonly at: number
}

const SEVERITY = { executing: 'info', executed: 'info', retry: 'warn', failed: 'critical' } as const
const TITLE = {
  executing: 'A keeper has begun',
  executed: 'A keeper is done',
  retry: 'A keeper will try again',
  failed: 'Keepers have given up',
} as const

/**
 * What a keeper's report means to the workspace of the action's vault, for the batch that applies the report: the activity,
 * an alert and a task for what failed, the end of its approval, the link of a chat. `applies` is the condition under which
 * the report counts, as it holds at that place of the batch. Vaults without a workspace get nothing.
 */
export function afterReport({ actionId, status, error, at }: KeeperReport, applies: SQL): SQL[] {
  const action = sql`from actions where id = ${actionId}`
  const vault = sql`(select vault_address ${action})`
  const counts = sql`${applies} and exists (select 1 from workspace_vaults where vault_address = ${vault})`
  const cause = `action:${actionId}`
  const approval = sql`(select json_extract(action, '$.approvalId') ${action})`
  const type = sql`(select action_type ${action})`
  const payload = sql`json_object('actionId', ${actionId}, 'actionType', ${type}, 'approvalId', ${approval},
    'strategyAddress', (select json_extract(action, '$.strategyAddress') ${action}), 'error', ${error ?? null})`
  const about = { vault, cause, metadata: payload, at }
  const event = appendActivity(
    {
      vault,
      source: 'keepr',
      eventType: `keepr.${status}`,
      title: TITLE[status],
      description: sql`${type} || ${` (action ${actionId}): ${TITLE[status]}`}`,
      severity: SEVERITY[status],
      actor: null,
      payload,
      at,
    },
    counts,
  )
  const alert = (severity: 'warn' | 'critical') =>
    raiseAlert({ ...about, source: 'keepr', severity, message: sql`${type} || ${`: ${TITLE[status]}`}` }, counts)
  if (status === 'retry') return [event, alert('warn')]
  if (status === 'failed')
    return [
      event,
      alert('critical'),
      openTask(
        {
          ...about,
          id: crypto.randomUUID(),
          title: sql`'Look at an action that failed: ' || ${type}`,
          priority: 'high',
          dueAt: null,
        },
        counts,
      ),
      endApproval(approval, 'cancelled', at, applies),
    ]
  if (status === 'executing') return [event]
  return [
    event,
    resolveAlert(vault, cause, at, counts),
    endTask(vault, cause, { status: 'done', at }, counts),
    endApproval(approval, 'executed', at, applies),
    sql`insert into chat_conversations (conversation_id, chain_id, vault, admins, created_at)
      select json_extract(action, '$.chatId'), json_extract(action, '$.chainId'), vault_address, '[]', ${at}
      ${action} and action_type = ${LINK_CHAT} and ${applies} on conflict do nothing`,
  ]
}

const endApproval = (id: SQL, status: 'executed' | 'cancelled', at: number, applies: SQL): SQL =>
  sql`update workspace_approvals set status = ${status},
      executed_at = ${status === 'executed' ? at : null}
    where id = ${id} and status = 'approved' and ${applies}`
