import type { workspaceVaults } from '../../../schema/workspace/operations.ts'
import { may } from '../rules/permissions.ts'
import { THRESHOLDS } from '../rules/thresholds.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { WorkspaceContext } from '../context.ts'
import { answerTo } from './admit.ts'
import { describePreference, describeTarget } from './describeRecords.ts'
import { automationOf } from './describeRooms.ts'
import { enter } from './enter.ts'

/** A vault's configuration: members, targets, preferences and thresholds. Throws what admit throws. */
export const getWorkspaceSettings: Handler<typeof workspaceVaults.getWorkspaceSettings, WorkspaceContext> = async (
  { query: { vault }, principal },
  context,
) => {
  const { records, surroundings } = context.vaults
  const admission = await enter(vault, principal, context)
  const { actor, owner, members } = admission
  const [preferences, targets, agent] = await Promise.all([
    records.preferences(vault, may(actor.role, 'settings_manage') ? null : actor.address),
    records.targets(vault),
    owner ? surroundings.agentOf(owner) : null,
  ])
  return answerTo(admission, context.now(), {
    notificationPreferences: preferences.map(describePreference),
    strategyTargets: targets.map(describeTarget),
    thresholds: { ...THRESHOLDS },
    automation: automationOf(agent),
    members: [
      ...(owner ? [{ address: owner, role: 'OWNER' as const, source: 'chain' as const }] : []),
      ...members.map(({ address, role }) => ({ address, role, source: 'configuration' as const })),
    ],
  })
}
