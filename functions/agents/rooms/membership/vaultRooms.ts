import { getAddress, type Address } from 'viem'
import type { RoomRule } from '../../../../shared/store/roomRules.ts'
import { lower } from '../../../../shared/text/address.ts'

/** Keys of the two rooms that every vault has by nature. */
export const uiRoom = (vault: Address): string => `vault-ui:${getAddress(vault)}`
export const governanceRoom = (shareToken: Address): string => `governance:${getAddress(shareToken)}`

/** The rooms of a vault that need no rule for its owner to enter; nobody else is admitted without one. */
export function vaultRooms(chainId: number, vault: Address, shareToken: Address): RoomRule[] {
  const rule = {
    chainId,
    vault: lower(vault),
    shareToken: lower(shareToken),
    minShares: '0',
    minHoldSeconds: 0,
    graceSeconds: 0,
    gatingEnabled: true,
    joinLocked: false,
    enabled: true,
    version: 0,
    updatedAt: 0,
    updatedBy: '',
  }
  return [
    { ...rule, type: 'vault-ui', roomKey: uiRoom(vault) },
    { ...rule, type: 'governance', roomKey: governanceRoom(shareToken) },
  ]
}
