import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import type { RoomsHandler } from './context.ts'
import { joinRoom } from './joinRoom.ts'

/**
 * How the chat account that is linked to the caller's account is let into the chat of a room token. Throws link_required,
 * and what joinRoom throws.
 */
export const joinAgentChatapp: RoomsHandler<'joinAgentChatapp'> = async (
  { body: { accessToken }, principal },
  context,
) => {
  const joining = { accessToken, protocol: 'chatapp', principal } as const
  return joinRoom(joining, context, requireChatAccount, ({ room: roomChatId, admitted: chatappUserId, fields }) => {
    const instructions = {
      action: 'chatapp.join_holder_room' as const,
      roomChatId,
      wallet: fields.wallet,
      chatappUserId,
    }
    return { protocol: 'chatapp' as const, ...fields, roomChatId, instructions }
  })
}

function requireChatAccount(account: Account | null): string {
  const linked = account?.linked.find(({ kind }) => kind === 'chatapp')
  if (!linked) throw new ApiError('link_required')
  return linked.id
}
