import { isAddressEqual } from 'viem'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { MOST_MEMBERS, MOST_PREFERENCES, settingPreferences, settingRole } from '../../store/workspaceConfiguration.ts'
import { type ActionRequest, type Done, type PayloadOf, applyPlan } from './applyPlan.ts'

/** Sets the notification preferences of the signed-in wallet. Throws what applyPlan throws, workspace_full. */
export function setNotifications(
  given: PayloadOf<'settings.notifications.upsert'>,
  actionRequest: ActionRequest,
): Promise<Done> {
  const { vault, actor, at } = actionRequest.admission
  return applyPlan(actionRequest, {
    target: { type: 'notification_preferences', id: actor.address },
    requested: given,
    event: { title: 'Set notification preferences', description: `Minimum severity: ${given.minSeverity}` },
    steps: settingPreferences({ ...given, vault, principal: actor.address, at }),
    outcome: { status: 'saved' },
    refusal: async () =>
      new ApiError('workspace_full', `vault: already has the notification preferences of ${MOST_PREFERENCES} wallets`),
  })
}

/**
 * Assigns a wallet a role on the vault, or removes it. Only the onchain owner adds, changes or removes an ADMIN, so that no
 * admin can appoint a second wallet of the same person. Throws what applyPlan throws, forbidden, invalid_request, workspace_full.
 */
export function setMember(
  { address, role }: PayloadOf<'settings.members.set'>,
  actionRequest: ActionRequest,
): Promise<Done> {
  const { vault, actor, owner, at } = actionRequest.admission
  if (owner && isAddressEqual(owner, address))
    throw new ApiError(
      'invalid_request',
      'payload.address: is the onchain owner of the vault; the owner’s role cannot be changed',
    )
  const byOwner = actor.role === 'OWNER'
  const onlyOwner = () => new ApiError('forbidden', 'payload.role: only the OWNER can add, change or remove an ADMIN')
  if (role === 'ADMIN' && !byOwner) throw onlyOwner()
  return applyPlan(actionRequest, {
    target: { type: 'member', id: address },
    requested: { address, role },
    event: {
      title: 'Changed the role of a member',
      description: role === null ? `${address} no longer has a role` : `${address} is now ${role}`,
    },
    steps: settingRole({ vault, member: address, role, actor, owner, at }),
    outcome: { status: role === null ? 'removed' : 'saved' },
    refusal: async () => {
      const listed = await actionRequest.context.vaults.records.members(vault)
      const known = listed.find((one) => isAddressEqual(one.address, address))
      return known?.role === 'ADMIN' && !byOwner
        ? onlyOwner()
        : new ApiError('workspace_full', `vault: already has ${MOST_MEMBERS} members; remove one first`)
    },
  })
}
