import type { Address } from 'viem'
import { governanceRoom, uiRoom } from '../functions/agents/rooms/membership/vaultRooms.ts'
import { createRoomRules, type RoomSettings } from '../shared/store/roomRules.ts'

/** The contracts whose rooms the local world has. */
export interface RoomContracts {
  readonly vault: Address
  readonly shareToken: Address
  readonly vault2: Address
  readonly shareToken2: Address
}

const DAY = 86_400
const shares = (whole: number): string => `${whole}${'0'.repeat(18)}`

/**
 * The rooms of the local world: of each type for the first vault, among them one that wants shares to be held for a week
 * and one that is open to everybody, and a locked one for the second, which has no shares yet.
 */
export function localRooms(chainId: number, { vault, shareToken, ...second }: RoomContracts): RoomSettings[] {
  const room = {
    chainId,
    vault,
    shareToken,
    minShares: '1',
    minHoldSeconds: 0,
    graceSeconds: 0,
    gatingEnabled: true,
    joinLocked: false,
    enabled: true,
  }
  return [
    { ...room, type: 'msgnet', roomKey: 'msgnet:aurora-holders', minShares: shares(1000), minHoldSeconds: 7 * DAY },
    { ...room, type: 'msgnet', roomKey: 'msgnet:aurora-lobby', gatingEnabled: false },
    { ...room, type: 'chatapp', roomKey: 'chatapp:-1001234567890', minShares: shares(1), graceSeconds: DAY },
    { ...room, type: 'vault-ui', roomKey: uiRoom(vault), gatingEnabled: false },
    { ...room, type: 'governance', roomKey: governanceRoom(shareToken), minShares: shares(100_000) },
    {
      ...room,
      vault: second.vault2,
      shareToken: second.shareToken2,
      type: 'msgnet',
      roomKey: 'msgnet:ferry-crew',
      joinLocked: true,
    },
  ]
}

/** Creates rooms as an editor does; existing ones stay as they are. */
export async function seedRooms(db: D1Database, rooms: readonly RoomSettings[], now: number): Promise<void> {
  const rules = createRoomRules(db)
  await Promise.all(rooms.map((room) => rules.save(room, { by: 'localnet', now, read: 0 })))
}
