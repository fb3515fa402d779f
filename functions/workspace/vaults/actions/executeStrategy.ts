import type { Address } from 'viem'
import { type DescribedStrategy, describeStrategy } from '../../../../shared/domain/vault/describeStrategy.ts'
import { STRATEGY_ACTIONS, type StrategyActionType, strategyRisk } from '../../rules/strategyRisk.ts'
import type { StrategyReads } from '../../rules/workspaceCalls.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { enqueuing, type KeeperAction } from '../../store/workspaceActions.ts'
import { MOST_TASKS } from '../../store/workspaceActivity.ts'
import { MOST_PENDING, requestingApproval } from '../../store/workspaceApprovals.ts'
import { lower } from '../../../../shared/text/address.ts'
import type { Admission } from '../admit.ts'
import { type ActionRequest, type Done, type PayloadOf, applyPlan } from './applyPlan.ts'

/**
 * Enqueues an action on a strategy for keepers if its risk is low, and requests an approval if it is high. Throws
 * what applyPlan throws, strategy_not_in_vault, action_in_flight, workspace_full.
 */
export async function executeStrategy(
  payload: PayloadOf<'strategy.execute'>,
  actionRequest: ActionRequest<StrategyReads>,
): Promise<Done> {
  const { strategyAddress, actionType, params = {} } = payload
  const { admission, context } = actionRequest
  const { vault, actor, owner, at } = admission
  const strategy = requireStrategy(strategyAddress, actionType, admission)
  const { risk, reason } = strategyRisk(actionType, strategy, admission.reads.totalAssets)
  const action = await strategyAction(actionRequest, { strategyAddress, actionType, params })
  const change = { strategyAddress, actionType, params, risk, reason }
  const target = { type: 'strategy', id: strategyAddress }
  const inFlight = new ApiError(
    'action_in_flight',
    `payload.strategyAddress: ${actionType} is already in progress or awaits approval; wait until it ends`,
  )
  if (risk === 'low')
    return applyPlan(actionRequest, {
      target,
      requested: change,
      event: { title: 'Requested a keeper action', description: `${actionType} on ${strategyAddress}` },
      steps: enqueuing(action, at),
      enqueues: action.type,
      outcome: { status: 'enqueued' },
      refusal: async () => inFlight,
    })
  const [approvalId, taskId] = [crypto.randomUUID(), crypto.randomUUID()]
  return applyPlan(actionRequest, {
    target,
    requested: change,
    event: { title: 'Requested an approval', description: `${actionType} on ${strategyAddress}: ${reason}` },
    steps: requestingApproval({ id: approvalId, taskId, action, actor, owner, payload: change, at }),
    outcome: { status: 'approval_required', approvalId, taskId },
    refusal: async () => {
      const { approvals, tasks } = await context.vaults.records.counts(vault)
      return approvals >= MOST_PENDING || tasks >= MOST_TASKS
        ? new ApiError(
            'workspace_full',
            'vault: has too many pending approvals or open tasks; decide some of them first',
          )
        : inFlight
    },
  })
}

/** The strategy of the vault that an action is for. Throws strategy_not_in_vault. */
export function requireStrategy(
  address: Address,
  type: StrategyActionType,
  { reads }: Admission<StrategyReads>,
): DescribedStrategy {
  const { list, totalWeight } = reads.strategies
  const strategy = list.map((one) => describeStrategy(one, totalWeight)).find((one) => one.address === address)
  if (!strategy) throw new ApiError('strategy_not_in_vault')
  const { kind } = STRATEGY_ACTIONS[type]
  if (strategy.kind !== kind)
    throw new ApiError(
      'strategy_not_in_vault',
      `payload.actionType: ${type} requires a strategy of kind ${kind}; ${address} is of kind ${strategy.kind}`,
    )
  return strategy
}

interface StrategyChange {
  readonly strategyAddress: Address
  readonly actionType: string
  readonly params: object
}

export async function strategyAction(
  { admission: { vault, asOf }, context }: ActionRequest<StrategyReads>,
  { strategyAddress, actionType, params }: StrategyChange,
): Promise<KeeperAction> {
  const rooms = await context.vaults.rooms.ofVault(asOf.chainId, vault)
  const group = rooms.find(({ type, enabled }) => type === 'msgnet' && enabled)
  return {
    vault,
    chainId: asOf.chainId,
    groupId: group?.roomKey.slice('msgnet:'.length) ?? '',
    type: actionType,
    subject: lower(strategyAddress),
    content: { strategyAddress, params },
  }
}
