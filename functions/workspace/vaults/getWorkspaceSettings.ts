import type { WorkspaceHandler } from '../context.ts'
import { THRESHOLDS } from '../rules/thresholds.ts'
import { may } from '../rules/permissions.ts'
import { answerTo } from './admit.ts'
import { describePreference, describeTarget } from './describeRecords.ts'
import { automationOf, readAgent } from './describeRooms.ts'
import { enter } from './enter.ts'

/** A vault's configuration: members, targets, preferences and thresholds. Throws what admit throws. */
export const getWorkspaceSettings: WorkspaceHandler<'getWorkspaceSettings'> = async (
  { query: { vault }, principal },
  context,
) => {
  const { records } = context.vaults
  const entering = enter(vault, principal, context)
  const own = principal.kind === 'machine' ? [] : records.preferences(vault, principal.address)
  const [admission, all, owns, targets, agent] = await Promise.all([
    entering,
    records.preferences(vault, null),
    own,
    records.targets(vault),
    readAgent(entering, principal, context),
  ])
  const { actor, owner, members } = admission
  const preferences = may(actor.role, 'settings_manage') ? all : owns
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
