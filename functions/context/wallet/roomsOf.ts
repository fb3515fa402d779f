import type * as z from 'zod'
import { type Address, getAddress, isAddressEqual } from 'viem'
import type { WalletRoom } from '../../../schema/context/walletParts.ts'
import type { RoomRule } from '../../../shared/store/roomRules.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import type { Found } from './Found.ts'
import { isSelf } from './rolePart.ts'
import type { WalletLane } from './walletCalls.ts'

type Room = z.output<typeof WalletRoom>

/** Share tokens of the lanes, whose rooms are looked up. */
export const shareTokensOf = ({ reads }: Found): Address[] =>
  (reads.lanes ?? []).flatMap(({ shareToken }) => knownAddress(shareToken) ?? [])

/** Whether the wallet may enter rooms of the lanes; a room whose vault is not its share token's is left out. */
export const roomsOf = (found: Found, rules: readonly RoomRule[]): Room[] =>
  rules.flatMap((rule) => {
    const lane = (found.reads.lanes ?? []).find(
      ({ vault, shareToken }) =>
        vault !== null &&
        shareToken !== null &&
        isAddressEqual(vault, rule.vault) &&
        isAddressEqual(shareToken, rule.shareToken),
    )
    // Without the balance nobody knows.
    if (!lane || lane.shares === null) return []
    return [
      {
        roomKey: rule.roomKey,
        type: rule.type,
        vault: getAddress(rule.vault),
        shareToken: getAddress(rule.shareToken),
        minShares: rule.gatingEnabled ? rule.minShares : '0',
        status: statusOf(found, rule, lane),
      },
    ]
  })

/** As getAgentCapabilities decides, but for how long shares were held, which takes reads of its own. */
function statusOf(found: Found, rule: RoomRule, { owner, shares }: WalletLane): Room['status'] {
  const least = rule.gatingEnabled ? BigInt(rule.minShares) : 0n
  if (rule.joinLocked) return 'locked'
  if (isSelf(found, owner)) return 'qualified'
  if ((shares ?? 0n) < least) return 'insufficient_balance'
  return rule.gatingEnabled && rule.minHoldSeconds > 0 && least > 0n ? 'hold_time_unread' : 'qualified'
}
