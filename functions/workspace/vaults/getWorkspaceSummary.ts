import type { Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import { describeStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import type { WorkspaceHandler, WorkspaceContext } from '../context.ts'
import { isoTimeOrNull } from '../store/workspaceChange.ts'
import { answerTo } from './admit.ts'
import { describeActivity, describeAlert } from './describeRecords.ts'
import { automationOf, readRooms } from './describeRooms.ts'
import { statusOf } from './describeWorkspaceStrategy.ts'
import { enterForStrategies } from './enter.ts'

const ALERTS = 5
const EVENTS = 10

/**
 * A vault at a glance: its strategies from the chain (strategyCount, strategyList and each strategy), the rest from the
 * records and the index of vaults. Throws what admit throws.
 */
export const getWorkspaceSummary: WorkspaceHandler<'getWorkspaceSummary'> = ({ query, principal }, context) =>
  summarise(query.vault, principal, context)

export async function summarise(vault: Address, principal: Principal, context: WorkspaceContext) {
  const { vaults, chain, now } = context
  const entering = enterForStrategies(vault, principal, context)
  const [admission, rooms, counts, settlement, alerts, activity] = await Promise.all([
    entering,
    readRooms(vault, entering, principal, context),
    vaults.records.counts(vault),
    vaults.surroundings.settlement(chain.config.chainId, vault),
    vaults.records.alerts(vault, ALERTS),
    vaults.records.activity(vault, { system: true, limit: EVENTS }),
  ])
  const { reads, owner, coin } = admission
  const statuses = reads.strategies.list.map((one) => statusOf(describeStrategy(one, reads.strategies.totalWeight)))
  const strategyCount = Number(reads.strategyCount)
  const isComplete = statuses.length === strategyCount && !statuses.includes('unknown')
  return answerTo(admission, now(), {
    groupId: rooms.msgnet.conversationId,
    ownerAddress: owner,
    creatorCoinAddress: coin,
    settlement: {
      settlementStage: settlement.settlementStage,
      settledAt: isoTimeOrNull(settlement.settledAt),
      graduatedAt: isoTimeOrNull(settlement.graduatedAt),
    },
    metrics: {
      strategyCount,
      activeStrategyCount: isComplete ? statuses.filter((status) => status === 'active').length : null,
      configuredTargetCount: counts.targets,
      openAlerts: counts.alerts,
      pendingTasks: counts.tasks,
      pendingApprovals: counts.approvals,
    },
    rooms: { chatapp: rooms.chatapp, msgnet: rooms.msgnet },
    latestAlerts: alerts.map(describeAlert),
    latestActivity: activity.map(describeActivity),
    automation: {
      ...automationOf(rooms.agent),
      canonicalSwAddress: rooms.agent?.smartWallet ?? null,
      embeddedEoaAddress: rooms.agent?.wallet ?? null,
    },
  })
}
