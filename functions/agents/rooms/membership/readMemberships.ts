import { type Address, getAddress, isAddressEqual } from 'viem'
import type { AsOf } from '../../../../shared/chain/chain.ts'
import type { RoomRule, RoomType } from '../../../../shared/store/roomRules.ts'
import { lower } from '../../../../shared/text/address.ts'
import { readHolding } from './readHolding.ts'
import type { RoomReader } from './readTransfers.ts'
import { type Membership, shareCalls, type ShareReads, toMembership } from './toMembership.ts'
import { vaultRooms } from './vaultRooms.ts'

interface Wanted {
  readonly wallet: Address
  /** Rooms of any share token; of one, its vault's owner sees the two rooms too that every vault has. */
  readonly rules: readonly RoomRule[]
  readonly shareToken?: Address | undefined
  readonly roomKey?: string | undefined
}

/**
 * The rooms behind some rules, and whether a wallet may enter them: balances, vaults and owners in one upstream request,
 * as of its block. How long shares have been held takes the log index and a second request, where a rule asks for it.
 *
 * Throws hold_time_unreadable, store_unavailable, and what a chain read throws.
 */
export async function readMemberships(
  reader: RoomReader,
  { wallet, rules, shareToken, roomKey }: Wanted,
): Promise<{ memberships: Membership[]; asOf: AsOf }> {
  const { chain } = reader
  const tokens = [...new Set([...rules.map((rule) => rule.shareToken), ...(shareToken ? [lower(shareToken)] : [])])]
  const { value, asOf } = await chain.read((describe) =>
    Object.fromEntries(tokens.map((token) => [token, shareCalls(describe, token, wallet)])),
  )
  const memberships: Membership[] = []
  // One token after the other: each may have thousands of transfers.
  for (const token of tokens) {
    const reads = value[token]
    if (!reads) continue
    const own = rules.filter((rule) => rule.shareToken === token)
    const all = [...own, ...(shareToken ? ownersRooms(chain.config.chainId, { wallet, token, reads, own }) : [])]
    const wanted = all.filter((rule) => roomKey === undefined || rule.roomKey === roomKey)
    const longest = Math.max(0, ...wanted.map((rule) => rule.minHoldSeconds))
    const balance = reads.balance ?? 0n
    const holding = readHolding(reader, { token: getAddress(token), wallet, balance, at: asOf }, longest)
    for (const rule of wanted)
      memberships.push(await toMembership(rule, { wallet, reads, timestamp: asOf.timestamp, holding }))
  }
  return { memberships: memberships.sort(byTypeThenKey), asOf }
}

/** The rooms that a vault's owner may enter without a rule, where the vault confirms the share token. */
function ownersRooms(
  chainId: number,
  {
    wallet,
    token,
    reads: { owner, vault, shareOfVault },
    own,
  }: { wallet: Address; token: Address; reads: ShareReads; own: readonly RoomRule[] },
): RoomRule[] {
  const isOwner = owner !== null && isAddressEqual(owner, wallet)
  if (!isOwner || vault === null || shareOfVault === null || !isAddressEqual(shareOfVault, token)) return []
  return vaultRooms(chainId, vault, token).filter(({ roomKey }) => !own.some((rule) => rule.roomKey === roomKey))
}

const ORDER: readonly RoomType[] = ['msgnet', 'chatapp', 'vault-ui', 'governance']

const byTypeThenKey = (a: Membership, b: Membership): number =>
  ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || (a.roomKey < b.roomKey ? -1 : a.roomKey > b.roomKey ? 1 : 0)
