import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import { EvmAddress } from '../../../../schema/common.ts'
import { STRATEGY_ACTION_TYPES } from '../../../../schema/workspaceActions.ts'
import type { StrategyReads } from '../../../../shared/domain/workspace/workspaceCalls.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { endTask } from '../../../../shared/store/workspaceActivity.ts'
import { accountOf, type WorkspaceActor } from '../../../../shared/store/workspaceChange.ts'
import type { ApprovalRow } from '../../../../shared/store/workspaceReads.ts'
import { lower } from '../../../../shared/text/lower.ts'
import { APPROVAL_CAUSE, objectOf } from '../describeRecords.ts'
import { type Act, type Done, type Plan, perform } from './perform.ts'
import { requireStrategy, strategyAction } from './executeStrategy.ts'
import { canEnqueue, enqueue } from './keeperAction.ts'

type Payload = { readonly approvalId: string }

/** What an approval was asked for. */
const Asked = z.looseObject({ strategyAddress: EvmAddress, params: z.looseObject({}) })
const ActionType = z.enum(STRATEGY_ACTION_TYPES)

/**
 * Whether the request is this person's: made by this account, or by a wallet that belongs to it now or did as it was read.
 * Two wallets of one account are one person, also after one of them has moved to another account.
 */
function isOwn(actor: WorkspaceActor): SQL {
  const wallets = JSON.stringify(actor.wallets.map(lower))
  return sql`(requested_account = ${accountOf(actor)}
    or exists (select 1 from json_each(requested_wallets) r where r.value in (select value from json_each(${wallets})))
    or exists (select 1 from json_each(requested_wallets) r
      join profile_wallets p on p.address = r.value and p.profile_id = ${actor.profileId}))`
}

/**
 * Approves what another person asked for: it is handed to the keepers in the same batch. Of several decisions at once one is
 * made. Throws what perform throws, workspace_item_not_found, strategy_not_in_vault, second_person_required,
 * already_decided, action_in_flight.
 */
export async function approveApproval({ approvalId }: Payload, act: Act<StrategyReads>): Promise<Done> {
  const { admission } = act
  const row = await requireApproval(act, approvalId)
  const { strategyAddress, params } = Asked.parse(objectOf(row.payloadJson))
  const actionType = ActionType.parse(row.actionType)
  // What was decided stays decided, whatever has become of the strategy.
  if (row.status === 'pending') requireStrategy(strategyAddress, actionType, admission)
  const action = await strategyAction(act, { strategyAddress, actionType, params })
  const { at, actor } = admission
  const told = { ...action, content: { ...action.content, approvalId } }
  return decide(act, row, {
    decision: 'approved',
    also: sql`not ${isOwn(actor)} and ${canEnqueue(action)}`,
    statements: (done, id) => [
      sql`update workspace_approvals set approved_by = ${lower(actor.address)} where id = ${approvalId} and ${done}`,
      enqueue(told, id, at, done),
    ],
  })
}

/** Rejects what another person asked for. Throws what approveApproval throws. */
export const rejectApproval = async ({ approvalId }: Payload, act: Act): Promise<Done> =>
  decide(act, await requireApproval(act, approvalId), {
    decision: 'rejected',
    also: sql`not ${isOwn(act.admission.actor)}`,
  })

/** Withdraws what this person asked for. Throws what approveApproval throws. */
export const cancelApproval = async ({ approvalId }: Payload, act: Act): Promise<Done> =>
  decide(act, await requireApproval(act, approvalId), { decision: 'cancelled', also: isOwn(act.admission.actor) })

async function requireApproval({ context, admission }: Act, id: string): Promise<ApprovalRow> {
  const row = await context.desk.records.approval(admission.vault, id)
  if (!row) throw new ApiError('workspace_item_not_found', 'payload.approvalId: this vault has no such approval')
  return row
}

interface Decision {
  readonly decision: 'approved' | 'rejected' | 'cancelled'
  readonly also: SQL
  readonly statements?: Plan['statements']
}

function decide(act: Act, { id, actionType }: ApprovalRow, { decision, also, statements }: Decision): Promise<Done> {
  const { vault, actor, at } = act.admission
  const of = lower(vault)
  return perform(act, {
    target: { type: 'approval', id },
    asked: { approvalId: id, decision },
    event: { title: `An approval was ${decision}`, description: `${actionType} was ${decision}` },
    condition: sql`exists (select 1 from workspace_approvals
      where id = ${id} and vault_address = ${of} and status = 'pending' and ${also})`,
    statements: (done, change) => [
      sql`update workspace_approvals set status = ${decision}, decided_by = ${lower(actor.address)}, decided_at = ${at}
        where id = ${id} and status = 'pending' and ${done}`,
      ...(statements?.(done, change) ?? []),
      endTask(of, `${APPROVAL_CAUSE}${id}`, { status: decision === 'cancelled' ? 'done' : decision, at }, done),
    ],
    outcome: { status: decision },
    refusal: async () => {
      const now = await act.context.desk.records.approval(vault, id)
      if (now?.status !== 'pending')
        return new ApiError('already_decided', `payload.approvalId: it is ${now?.status ?? 'gone'}`)
      const isMine = now.requestedAccount === accountOf(actor) || wasAskedBy(now, actor)
      if (decision === 'cancelled')
        return new ApiError('second_person_required', 'payload.approvalId: only who asked for it can withdraw it')
      return isMine || decision === 'rejected'
        ? new ApiError(
            'second_person_required',
            'payload.approvalId: you asked for it, with this wallet or another of your account; another member must decide it',
          )
        : new ApiError('action_in_flight', 'payload.approvalId: the same action is under way; approve it when that has ended')
    },
  })
}

const wasAskedBy = ({ requestedWallets }: ApprovalRow, { wallets }: WorkspaceActor): boolean => {
  const asked: unknown = JSON.parse(requestedWallets)
  return Array.isArray(asked) && wallets.some((wallet) => asked.includes(lower(wallet)))
}
