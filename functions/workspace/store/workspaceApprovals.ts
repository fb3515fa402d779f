import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { nodesJson } from '../../../shared/store/persons.ts'
import { type Deciding, samePerson } from './twoPersons.ts'
import { canEnqueue, enqueue, type KeeperAction, noneUndecided } from './workspaceActions.ts'
import { endTask, MOST_TASKS, openTask } from './workspaceActivity.ts'
import { accountOf, type Steps, type WorkspaceActor } from './workspaceChange.ts'

/** Maximum number of pending approvals of one vault. */
export const MOST_PENDING = 50
const DAY = 86_400

/** Prefix of the cause of an approval's task. */
export const APPROVAL_CAUSE = 'approval:'
const causeOf = (id: string): string => `${APPROVAL_CAUSE}${id}`

interface Request {
  readonly id: string
  readonly taskId: string
  readonly action: KeeperAction
  readonly actor: WorkspaceActor
  /** The vault’s onchain owner; null if it names nobody. */
  readonly owner: Address | null
  /** The requested change. */
  readonly payload: Readonly<Record<string, unknown>>
  /** Unix seconds. */
  readonly at: number
}

/** Requests an approval, with a task for it; stores the nodes of the requester. */
export function requestingApproval({ id, taskId, action, actor, owner, payload, at }: Request): Steps {
  const of = lower(action.vault)
  const pending = sql`(select count(*) from workspace_approvals where vault_address = ${of} and status = 'pending')`
  const tasks = sql`(select count(*) from workspace_task_state
    where vault_address = ${of} and status in ('open', 'snoozed'))`
  return {
    condition: sql`${canEnqueue(action)} and ${noneUndecided(action)}
      and ${pending} < ${MOST_PENDING} and ${tasks} < ${MOST_TASKS}`,
    statements: (done) => [
      sql`insert into workspace_approvals (id, vault_address, action_type, subject, payload_json, status, requested_by,
          requested_account, requested_wallets, requested_person, requested_owner, created_at)
        select ${id}, ${of}, ${action.type}, ${action.subject}, ${JSON.stringify(payload)}, 'pending',
          ${lower(actor.address)}, ${accountOf(actor)}, ${walletsIn(actor)}, ${nodesJson(actor.person)},
          ${actor.role === 'OWNER' && owner ? lower(owner) : null}, ${at} where ${done}`,
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

export type ApprovalDecision = 'approved' | 'rejected' | 'cancelled'

interface Decided extends Deciding {
  readonly at: number
}

/**
 * Decides a pending approval and ends its task. The requester can only withdraw it; approving it needs a second person
 * (samePerson).
 */
export function deciding(decided: Decided, decision: ApprovalDecision): Steps {
  const { approval, actor, at } = decided
  const { id, vaultAddress } = approval
  const same = sql`coalesce(${samePerson(decided)}, 'another')`
  const isAllowed = {
    cancelled: sql`${same} in ('own_request', 'joined')`,
    rejected: sql`${same} in ('another', 'appointments', 'signer_unknown')`,
    approved: sql`${same} = 'another'`,
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

/** Approves, and enqueues the action for keepers. */
export function approving(decided: Decided, action: KeeperAction): Steps {
  const { condition, statements } = deciding(decided, 'approved')
  const content = { ...action.content, approvalId: decided.approval.id }
  return {
    condition: sql`${condition} and ${canEnqueue(action)}`,
    statements: (done, id) => [...statements(done, id), enqueue({ ...action, content }, id, decided.at, done)],
  }
}
