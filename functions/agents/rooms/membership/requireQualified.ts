import { type Address, isAddressEqual } from 'viem'
import type { AsOf } from '../../../../shared/chain/chain.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { RoomRule } from '../../../../shared/store/roomRules.ts'
import { readMemberships } from './readMemberships.ts'
import type { RoomReader } from './readTransfers.ts'
import type { Membership } from './toMembership.ts'

/** A wallet that wants to enter a room. */
export interface Entry {
  readonly wallet: Address
  readonly shareToken: Address
  readonly roomKey: string
}

/** The rule of a room, which may be read beside what decides who asks. Throws store_unavailable. */
export const findRule = ({ rules, chain }: RoomReader, roomKey: string): Promise<RoomRule | null> =>
  rules.find(chain.config.chainId, roomKey)

/**
 * The current membership of a wallet that may enter a room. Throws room_not_found, not_qualified, and what
 * readMemberships throws.
 */
export async function requireQualified(
  reader: RoomReader,
  { wallet, shareToken, roomKey }: Entry,
  rule: RoomRule | null,
): Promise<{ membership: Membership; asOf: AsOf }> {
  const isOpen = rule !== null && rule.enabled && isAddressEqual(rule.shareToken, shareToken)
  const wanted = { wallet, rules: isOpen ? [rule] : [], shareToken, roomKey }
  const { memberships, asOf } = await readMemberships(reader, wanted)
  const [membership] = memberships
  if (!membership) throw new ApiError('room_not_found')
  if (!membership.qualified) throw new ApiError('not_qualified', reasonOf(membership))
  return { membership, asOf }
}

function reasonOf({ statusReason, minBalance, actualBalance, minHoldSeconds, qualifiedSince }: Membership): string {
  if (statusReason === 'insufficient_balance')
    return `insufficient_balance: the wallet has ${actualBalance} base units of the share token, and the room requires ${minBalance}`
  if (statusReason === 'insufficient_hold_time')
    return `insufficient_hold_time: the wallet has held enough since ${qualifiedSince}; the room requires ${minHoldSeconds} seconds`
  return statusReason === 'revoked'
    ? 'revoked: the room is locked'
    : `${statusReason}: the contracts of the room are not a vault and its share token`
}
