import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { type DescribedStrategy, describeStrategy } from '../../../../shared/domain/vault/describeStrategy.ts'
import { STRATEGY_ACTIONS, type StrategyActionType, strategyRisk } from '../../../../shared/domain/workspace/strategyRisk.ts'
import type { StrategyReads } from '../../../../shared/domain/workspace/workspaceCalls.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { MOST_TASKS, openTask } from '../../../../shared/store/workspaceActivity.ts'
import { accountOf } from '../../../../shared/store/workspaceChange.ts'
import { lower } from '../../../../shared/text/lower.ts'
import type { Admission } from '../admit.ts'
import { APPROVAL_CAUSE } from '../describeRecords.ts'
import { type Act, type Done, type PayloadOf, perform } from './perform.ts'
import { canEnqueue, enqueue, type KeeperAction } from './keeperAction.ts'

/** Requests of one vault that wait for a second person. */
const MOST_PENDING = 50
const DAY = 86_400

/**
 * Hands an action on a strategy to the keepers where its risk is low, and asks for a second person where it is high. Throws
 * what perform throws, strategy_not_in_vault, action_in_flight, workspace_full.
 */
export async function executeStrategy(payload: PayloadOf<'strategy.execute'>, act: Act<StrategyReads>): Promise<Done> {
  const { strategyAddress, actionType, params = {} } = payload
  const { admission } = act
  const strategy = requireStrategy(strategyAddress, actionType, admission)
  const { risk, reason } = strategyRisk(actionType, strategy, admission.reads.totalAssets)
  const action = await strategyAction(act, { strategyAddress, actionType, params })
  const asked = { strategyAddress, actionType, params, risk, reason }
  return risk === 'low' ? enqueueAtOnce(act, action, asked) : askForApproval(act, action, asked)
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
      `payload.actionType: ${type} is for a strategy of kind ${kind}, and ${address} is ${strategy.kind}`,
    )
  return strategy
}

interface Asked {
  readonly strategyAddress: Address
  readonly actionType: string
  readonly params: object
}

/** What keepers are told about an action on a strategy. */
export async function strategyAction(
  { admission: { vault, asOf }, context }: Act<StrategyReads>,
  { strategyAddress, actionType, params }: Asked,
): Promise<KeeperAction> {
  const rooms = await context.desk.rooms.ofVault(asOf.chainId, vault)
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

/** No request for the same is undecided. */
const noneUndecided = ({ vault, type, subject }: KeeperAction) =>
  sql`not exists (select 1 from workspace_approvals where vault_address = ${lower(vault)} and action_type = ${type}
    and subject = ${subject} and status in ('pending', 'approved'))`

const inFlightError = (type: string) =>
  new ApiError('action_in_flight', `payload.strategyAddress: ${type} is under way, or waits for a second person`)

const enqueueAtOnce = (act: Act<StrategyReads>, action: KeeperAction, asked: Asked): Promise<Done> =>
  perform(act, {
    target: { type: 'strategy', id: asked.strategyAddress },
    asked: { ...asked },
    event: { title: 'Asked keepers to act', description: `${action.type} on ${asked.strategyAddress}` },
    condition: sql`${canEnqueue(action)} and ${noneUndecided(action)}`,
    statements: (done, id) => [enqueue(action, id, act.admission.at, done)],
    outcome: { status: 'enqueued' },
    refusal: async () => inFlightError(action.type),
  })

function askForApproval(act: Act<StrategyReads>, action: KeeperAction, asked: Asked & { reason: string }): Promise<Done> {
  const { vault, actor, at } = act.admission
  const [of, approvalId, taskId] = [lower(vault), crypto.randomUUID(), crypto.randomUUID()]
  const pending = sql`(select count(*) from workspace_approvals where vault_address = ${of} and status = 'pending')`
  const tasks = sql`(select count(*) from workspace_task_state where vault_address = ${of} and status in ('open', 'snoozed'))`
  const wallets = JSON.stringify([...new Set(actor.wallets.map(lower))])
  return perform(act, {
    target: { type: 'strategy', id: asked.strategyAddress },
    asked: { ...asked },
    event: {
      title: 'Asked for a second person',
      description: `${action.type} on ${asked.strategyAddress}: ${asked.reason}`,
    },
    condition: sql`${canEnqueue(action)} and ${noneUndecided(action)}
      and ${pending} < ${MOST_PENDING} and ${tasks} < ${MOST_TASKS}`,
    statements: (done) => [
      sql`insert into workspace_approvals (id, vault_address, action_type, subject, payload_json, status, requested_by,
          requested_account, requested_wallets, created_at)
        select ${approvalId}, ${of}, ${action.type}, ${action.subject}, ${JSON.stringify(asked)}, 'pending',
          ${lower(actor.address)}, ${accountOf(actor)}, ${wallets}, ${at} where ${done}`,
      openTask(
        {
          id: taskId,
          vault: of,
          cause: `${APPROVAL_CAUSE}${approvalId}`,
          title: `Decide on ${action.type}`,
          priority: 'high',
          dueAt: at + DAY,
          metadata: { approvalId, strategyAddress: asked.strategyAddress, actionType: action.type },
          at,
        },
        done,
      ),
    ],
    outcome: { status: 'approval_required', approvalId, taskId },
    refusal: async () => {
      const counts = await act.context.desk.records.counts(vault)
      return counts.approvals >= MOST_PENDING || counts.tasks >= MOST_TASKS
        ? new ApiError('workspace_full', 'vault: too many approvals or tasks wait; decide some of them first')
        : inFlightError(action.type)
    },
  })
}
