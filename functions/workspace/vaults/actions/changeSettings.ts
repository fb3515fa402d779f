import { isAddressEqual } from 'viem'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { MOST_MEMBERS, MOST_PREFERENCES, settingPreferences, settingRole } from '../../store/workspaceConfiguration.ts'
import { type ActionRequest, type Done, type PayloadOf, applyPlan } from './applyPlan.ts'

/** Sets how the wallet that is signed in wants to be told. Throws what applyPlan throws, workspace_full. */
export function setNotifications(
  given: PayloadOf<'settings.notifications.upsert'>,
  actionRequest: ActionRequest,
): Promise<Done> {
  const { vault, actor, at } = actionRequest.admission
  return applyPlan(actionRequest, {
    target: { type: 'notification_preferences', id: actor.address },
    requested: given,
    event: { title: 'Set how to be told', description: `From severity ${given.minSeverity} on` },
    steps: settingPreferences({ ...given, vault, principal: actor.address, at }),
    outcome: { status: 'saved' },
    refusal: async () =>
      new ApiError('workspace_full', `vault: ${MOST_PREFERENCES} wallets have said how they want to be told`),
  })
}

/**
 * Gives a wallet a role on the vault, or takes it away. Only the onchain owner makes, changes or removes an ADMIN, so that
 * no admin makes a second person of oneself. Throws what applyPlan throws, forbidden, invalid_request, workspace_full.
 */
export function setMember(
  { address, role }: PayloadOf<'settings.members.set'>,
  actionRequest: ActionRequest,
): Promise<Done> {
  const { vault, actor, owner, at } = actionRequest.admission
  if (owner && isAddressEqual(owner, address))
    throw new ApiError('invalid_request', 'payload.address: owns the vault onchain, which no configuration changes')
  const byOwner = actor.role === 'OWNER'
  const onlyOwner = () => new ApiError('forbidden', 'payload.role: only the OWNER makes, changes or removes an ADMIN')
  if (role === 'ADMIN' && !byOwner) throw onlyOwner()
  return applyPlan(actionRequest, {
    target: { type: 'member', id: address },
    requested: { address, role },
    event: {
      title: 'Changed who has which role',
      description: role === null ? `${address} has none any more` : `${address} is ${role}`,
    },
    steps: settingRole({ vault, member: address, role, actor, owner, at }),
    outcome: { status: role === null ? 'removed' : 'saved' },
    refusal: async () => {
      const listed = await actionRequest.context.vaults.records.members(vault)
      const known = listed.find((one) => isAddressEqual(one.address, address))
      return known?.role === 'ADMIN' && !byOwner
        ? onlyOwner()
        : new ApiError('workspace_full', `vault: has ${MOST_MEMBERS} members; remove one first`)
    },
  })
}
