import type { Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import { findRule, requireQualified } from './membership/requireQualified.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import type { RoomProtocol } from '../store/roomTokens.ts'
import type { RoomsContext } from './context.ts'
import { requireOwnWallet } from './requireOwnWallet.ts'

interface Join {
  readonly accessToken: string
  readonly protocol: RoomProtocol
  readonly principal: Principal
}

interface Joined<T> {
  readonly room: string
  readonly admitted: T
  readonly isRequested: boolean
  readonly fields: {
    readonly eligible: true
    readonly wallet: Address
    readonly chainId: number
    readonly shareToken: Address
    readonly roomKey: string
    readonly joinedAt: string
    readonly expiresAt: string
  }
}

/**
 * Checks a room token: its signature and times, that it was issued and not revoked, that its wallet is the caller's, that
 * it is for this protocol, and that the wallet still qualifies. Then `admit` may refuse the account, and last the join is
 * recorded, unless the token was revoked in the meantime, together with a request to keepers to add the wallet to a group of the
 * messaging network, with the answer that `describe` makes of it.
 *
 * Throws rooms_not_configured, token_invalid, token_expired, token_revoked_or_unknown, wallet_authority_mismatch,
 * room_protocol_mismatch, room_not_found, not_qualified, hold_time_unreadable, store_unavailable, what a chain read
 * throws, and what `admit` throws.
 */
export async function joinRoom<T, D>(
  { accessToken, protocol, principal }: Join,
  { chain, now, authority, rooms }: RoomsContext,
  admit: (account: Account | null) => T,
  describe: (joined: Joined<T>) => D,
) {
  const claims = await rooms.signer().open(accessToken, now())
  const { jti, sub: wallet, shareToken, roomKey, capabilities, chainId } = claims
  const seconds = () => Math.floor(now() / 1000)
  if (chainId !== chain.config.chainId) throw new ApiError('token_invalid')
  const [account, rule] = await Promise.all([
    requireOwnWallet(authority, principal, wallet, 'accessToken'),
    findRule(rooms.reader, roomKey),
    rooms.tokens.isLive(jti, seconds()).then((isLive) => {
      if (!isLive) throw new ApiError('token_revoked_or_unknown')
    }),
  ])
  const room = roomKey.slice(protocol.length + 1)
  if (roomKey !== `${protocol}:${room}` || !capabilities.includes('join'))
    throw new ApiError(
      'room_protocol_mismatch',
      `accessToken: is for the room ${roomKey}, which is not a ${protocol} room`,
    )
  const { asOf, membership } = await requireQualified(rooms.reader, { wallet, shareToken, roomKey }, rule)
  const admitted = admit(account)
  const isRequested = protocol === 'msgnet' && rooms.mayQueue
  const request = isRequested ? { vault: membership.vault, groupId: room, wallet } : undefined
  const answerOf = (joinedAt: number) => {
    const times = { joinedAt: isoTime(joinedAt), expiresAt: isoTime(claims.exp) }
    const fields = { eligible: true, wallet, chainId, shareToken, roomKey, ...times } as const
    return { asOf, data: describe({ room, admitted, isRequested, fields }) }
  }
  const at = seconds()
  const joinedAt = await rooms.tokens.join({ jti, protocol, request }, at, answerOf(at))
  if (joinedAt === null) throw new ApiError('token_revoked_or_unknown')
  return answerOf(joinedAt)
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
