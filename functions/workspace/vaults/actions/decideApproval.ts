import * as z from 'zod'
import { EvmAddress } from '../../../../schema/common.ts'
import { STRATEGY_ACTION_TYPES } from '../../../../schema/workspace/actions.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { MOST_NODES } from '../../../../shared/store/persons.ts'
import type { StrategyReads } from '../../rules/workspaceCalls.ts'
import type { SamePerson } from '../../store/twoPersons.ts'
import { type ApprovalDecision, approving, deciding } from '../../store/workspaceApprovals.ts'
import { objectOf } from '../../store/workspaceChange.ts'
import type { ApprovalRow } from '../../store/workspaceReads.ts'
import { type ActionRequest, applyPlan, type Done, type Plan } from './applyPlan.ts'
import { requireStrategy, strategyAction } from './executeStrategy.ts'

type Payload = { readonly approvalId: string }

const StrategyChange = z.looseObject({ strategyAddress: EvmAddress, params: z.looseObject({}) })
const ActionType = z.enum(STRATEGY_ACTION_TYPES)

/**
 * Approves another person's request and enqueues its action for keepers in the same batch. Of concurrent decisions, one is
 * made. Throws what applyPlan throws, workspace_item_not_found, strategy_not_in_vault, second_person_required,
 * signer_unknown, already_decided, action_in_flight.
 */
export async function approveApproval(
  { approvalId }: Payload,
  actionRequest: ActionRequest<StrategyReads>,
): Promise<Done> {
  const { admission } = actionRequest
  const approval = await requireApproval(actionRequest, approvalId)
  const { strategyAddress, params } = StrategyChange.parse(objectOf(approval.payloadJson))
  const actionType = ActionType.parse(approval.actionType)
  // A decision stays, even if the strategy has changed since.
  if (approval.status === 'pending') requireStrategy(strategyAddress, actionType, admission)
  const action = await strategyAction(actionRequest, { strategyAddress, actionType, params })
  const { actor, owner, at } = admission
  return decide(actionRequest, approval, 'approved', approving({ approval, actor, owner, at }, action))
}

/** Rejects another person's request, or withdraws an own request. Throws what approveApproval throws. */
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
        return new ApiError(
          'already_decided',
          `payload.approvalId: the approval is already ${now?.status ?? 'deleted'}`,
        )
      if (decision === 'cancelled')
        return new ApiError('second_person_required', 'payload.approvalId: only its requester can withdraw it')
      const same = await actionRequest.context.vaults.records.samePerson({ approval, actor, owner })
      if (same === 'signer_unknown' && decision === 'approved')
        return new ApiError(
          'signer_unknown',
          'payload.approvalId: a smart wallet asked, approves or assigned a role, and the key that signed for it is not known; ask again, and approve, with the EOA of a member',
        )
      if (same && same !== 'signer_unknown' && (decision === 'approved' || same !== 'appointments'))
        return new ApiError('second_person_required', `payload.approvalId: ${same}: ${SAME[same]}`)
      return new ApiError(
        'action_in_flight',
        'payload.approvalId: the same action is already in progress; wait until it ends',
      )
    },
  })
}

/** The text of a refusal after its reason, which programs read. */
const SAME: Readonly<Record<Exclude<SamePerson, 'signer_unknown'>, string>> = {
  own_request:
    'you requested it, or share a key, a wallet or an account with the requester; another member must decide it',
  joined:
    'you and the requester have shared an account or a wallet since the request, or since one of you got a role; another member must decide it',
  too_many_joins: `you or the requester are joined to more than ${MOST_NODES} accounts and wallets; another member must decide it`,
  appointments:
    'one of you got the role from the other, or from a person who shared an account or a wallet with the other; the owner or another admin must approve it',
}
