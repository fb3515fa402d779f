import * as z from 'zod'
import { EvmAddress } from '../../../../schema/common.ts'
import { STRATEGY_ACTION_TYPES } from '../../../../schema/workspace/actions.ts'
import type { StrategyReads } from '../../rules/workspaceCalls.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { type ApprovalDecision, approving, deciding } from '../../store/workspaceApprovals.ts'
import { MOST_NODES } from '../../../../shared/store/persons.ts'
import type { SamePerson } from '../../store/twoPersons.ts'
import type { ApprovalRow } from '../../store/workspaceReads.ts'
import { objectOf } from '../../store/columns.ts'
import { requireStrategy, strategyAction } from './executeStrategy.ts'
import { type ActionRequest, type Done, type Plan, applyPlan } from './applyPlan.ts'

type Payload = { readonly approvalId: string }

/** What an approval was asked for. */
const StrategyChange = z.looseObject({ strategyAddress: EvmAddress, params: z.looseObject({}) })
const ActionType = z.enum(STRATEGY_ACTION_TYPES)

/**
 * Approves what another person asked for: it is handed to the keepers in the same batch. Of several decisions at once one is
 * made. Throws what applyPlan throws, workspace_item_not_found, strategy_not_in_vault, second_person_required,
 * already_decided, action_in_flight.
 */
export async function approveApproval(
  { approvalId }: Payload,
  actionRequest: ActionRequest<StrategyReads>,
): Promise<Done> {
  const { admission } = actionRequest
  const approval = await requireApproval(actionRequest, approvalId)
  const { strategyAddress, params } = StrategyChange.parse(objectOf(approval.payloadJson))
  const actionType = ActionType.parse(approval.actionType)
  // What was decided stays decided, whatever has become of the strategy.
  if (approval.status === 'pending') requireStrategy(strategyAddress, actionType, admission)
  const action = await strategyAction(actionRequest, { strategyAddress, actionType, params })
  const { actor, owner, at } = admission
  return decide(actionRequest, approval, 'approved', approving({ approval, actor, owner, at }, action))
}

/** Rejects what another person asked for, or withdraws what this one did. Throws what approveApproval throws. */
export async function endApproval(
  { approvalId }: Payload,
  decision: Exclude<ApprovalDecision, 'approved'>,
  actionRequest: ActionRequest,
): Promise<Done> {
  const approval = await requireApproval(actionRequest, approvalId)
  const { actor, owner, at } = actionRequest.admission
  return decide(actionRequest, approval, decision, deciding({ approval, actor, owner, at }, decision))
}

async function requireApproval({ context, admission }: ActionRequest, id: string): Promise<ApprovalRow> {
  const row = await context.vaults.records.approval(admission.vault, id)
  if (!row) throw new ApiError('workspace_item_not_found', 'payload.approvalId: this vault has no such approval')
  return row
}

function decide(
  actionRequest: ActionRequest,
  approval: ApprovalRow,
  decision: ApprovalDecision,
  steps: Plan['steps'],
): Promise<Done> {
  const { vault, actor, owner } = actionRequest.admission
  const { id, actionType } = approval
  return applyPlan(actionRequest, {
    target: { type: 'approval', id },
    requested: { approvalId: id, decision },
    event: { title: `An approval was ${decision}`, description: `${actionType} was ${decision}` },
    steps,
    ...(decision === 'approved' ? { enqueues: actionType } : {}),
    outcome: { status: decision },
    refusal: async () => {
      const now = await actionRequest.context.vaults.records.approval(vault, id)
      if (now?.status !== 'pending')
        return new ApiError('already_decided', `payload.approvalId: it is ${now?.status ?? 'gone'}`)
      if (decision === 'cancelled')
        return new ApiError('second_person_required', 'payload.approvalId: only who asked for it can withdraw it')
      const same = await actionRequest.context.vaults.records.samePerson({ approval, actor, owner })
      if (same && (decision === 'approved' || same !== 'appointments'))
        return new ApiError('second_person_required', `payload.approvalId: ${same}: ${SAME[same]}`)
      return new ApiError(
        'action_in_flight',
        'payload.approvalId: the same action is under way; wait until it has ended',
      )
    },
  })
}

/** What the refusal says after its reason, which machines read. */
const SAME: Readonly<Record<SamePerson, string>> = {
  own_request: 'you asked for it, with this wallet or another of your account; another member must decide it',
  joined:
    'you and whoever asked for it have shared an account or a wallet since the request, or since one of you got the role; another member must decide it',
  too_many_joins: `you or whoever asked for it have shared more than ${MOST_NODES} accounts and wallets; another member must decide it`,
  appointments:
    'one of you has the role from the other, or from somebody who shared an account or a wallet with the other; the owner or another admin must approve it',
}
