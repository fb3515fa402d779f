import { sql, type SQL } from 'drizzle-orm'
import { lower } from '../text/lower.ts'
import { canEnqueue, enqueue, type KeeperAction, noneUndecided } from './workspaceActions.ts'
import { endTask, MOST_TASKS, openTask } from './workspaceActivity.ts'
import { accountOf, type Steps, type WorkspaceActor } from './workspaceChange.ts'
import type { ApprovalRow } from './workspaceReads.ts'

/** Requests of one vault that wait for a second person. */
export const MOST_PENDING = 50
const DAY = 86_400

/** What the task of an approval comes from. */
export const APPROVAL_CAUSE = 'approval:'
const causeOf = (id: string): string => `${APPROVAL_CAUSE}${id}`

interface Request {
  readonly id: string
  readonly taskId: string
  readonly action: KeeperAction
  readonly actor: WorkspaceActor
  /** What was asked for. */
  readonly payload: Readonly<Record<string, unknown>>
  /** Unix seconds. */
  readonly at: number
}

/** Asks for a second person, with a task for it; who asks is kept with all wallets of that account. */
export function requestingApproval({ id, taskId, action, actor, payload, at }: Request): Steps {
  const of = lower(action.vault)
  const pending = sql`(select count(*) from workspace_approvals where vault_address = ${of} and status = 'pending')`
  const tasks = sql`(select count(*) from workspace_task_state
    where vault_address = ${of} and status in ('open', 'snoozed'))`
  return {
    condition: sql`${canEnqueue(action)} and ${noneUndecided(action)}
      and ${pending} < ${MOST_PENDING} and ${tasks} < ${MOST_TASKS}`,
    statements: (done) => [
      sql`insert into workspace_approvals (id, vault_address, action_type, subject, payload_json, status, requested_by,
          requested_account, requested_wallets, created_at)
        select ${id}, ${of}, ${action.type}, ${action.subject}, ${JSON.stringify(payload)}, 'pending',
          ${lower(actor.address)}, ${accountOf(actor)}, ${walletsIn(actor)}, ${at} where ${done}`,
      openTask(
        {
          id: taskId,
          vaultAddress: of,
          cause: causeOf(id),
          title: `Decide on ${action.type}`,
          priority: 'high',
          dueAt: at + DAY,
          metadata: { ...payload, approvalId: id },
          at,
        },
        done,
      ),
    ],
  }
}

const walletsIn = ({ wallets }: WorkspaceActor): string => JSON.stringify([...new Set(wallets.map(lower))])

/**
 * Whether the request is this person's: made by this account, or by a wallet that belongs to it now or did when it was made.
 * Two wallets of one account are one person, also after one of them has moved to another account.
 */
function isOwn(actor: WorkspaceActor): SQL {
  const asked = sql`select 1 from json_each(requested_wallets) r`
  return sql`(requested_account = ${accountOf(actor)}
    or exists (${asked} where r.value in (select value from json_each(${walletsIn(actor)})))
    or exists (${asked} join profile_wallets p on p.address = r.value and p.profile_id = ${actor.profileId}))`
}

/**
 * Whether the actor gave who asked the role, or has changed it since: no admin makes a second person of oneself. The owner,
 * who decides about all roles anyway, may.
 */
export function hasAppointed(actor: WorkspaceActor, { vaultAddress, createdAt }: ApprovalRow): SQL {
  if (actor.role === 'OWNER') return sql`false`
  const asked = sql`(select value from json_each(requested_wallets))`
  return sql`(exists (select 1 from workspace_members m where m.vault_address = ${vaultAddress} and m.address in ${asked}
      and m.added_by in (select value from json_each(${walletsIn(actor)})))
    or exists (select 1 from workspace_audit_logs l where l.vault_address = ${vaultAddress}
      and l.created_at >= ${createdAt} and l.target_type = 'member' and l.actor_account = ${accountOf(actor)}
      and lower(l.target_id) in ${asked}))`
}

/** The same as isOwn of a row that was read. */
export function wasAskedBy({ requestedAccount, requestedWallets }: ApprovalRow, actor: WorkspaceActor): boolean {
  const asked: unknown = JSON.parse(requestedWallets)
  const wallets = Array.isArray(asked) ? asked : []
  return requestedAccount === accountOf(actor) || actor.wallets.some((wallet) => wallets.includes(lower(wallet)))
}

export type ApprovalDecision = 'approved' | 'rejected' | 'cancelled'

interface Decided {
  readonly approval: ApprovalRow
  readonly actor: WorkspaceActor
  readonly at: number
}

/**
 * Decides a pending approval, and ends its task. Who asked for it can withdraw it and nothing else, and nobody approves what
 * a member asked for whose role they gave, except the owner.
 */
export function deciding({ approval, actor, at }: Decided, decision: ApprovalDecision): Steps {
  const { id, vaultAddress } = approval
  const isAllowed = {
    cancelled: isOwn(actor),
    rejected: sql`not ${isOwn(actor)}`,
    approved: sql`not ${isOwn(actor)} and not ${hasAppointed(actor, approval)}`,
  }[decision]
  const approver = decision === 'approved' ? lower(actor.address) : null
  const ended = { status: decision === 'cancelled' ? ('done' as const) : decision, at }
  return {
    condition: sql`exists (select 1 from workspace_approvals
      where id = ${id} and vault_address = ${vaultAddress} and status = 'pending' and ${isAllowed})`,
    statements: (done) => [
      sql`update workspace_approvals set status = ${decision}, approved_by = ${approver},
          decided_by = ${lower(actor.address)}, decided_at = ${at}
        where id = ${id} and status = 'pending' and ${done}`,
      endTask({ vaultAddress, cause: causeOf(id) }, ended, done),
    ],
  }
}

/** Approves, and hands the action to the keepers. */
export function approving(decided: Decided, action: KeeperAction): Steps {
  const { condition, statements } = deciding(decided, 'approved')
  const content = { ...action.content, approvalId: decided.approval.id }
  return {
    condition: sql`${condition} and ${canEnqueue(action)}`,
    statements: (done, id) => [...statements(done, id), enqueue({ ...action, content }, id, decided.at, done)],
  }
}
