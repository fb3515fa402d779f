import { ADD_MEMBER } from '../../../shared/store/joinRequests.ts'
import type { RoomsHandler } from './context.ts'
import { joinRoom } from './joinRoom.ts'

/** Queues for keepers that the wallet of a room token is added to its group. Throws what joinRoom throws. */
export const joinAgentMsgnet: RoomsHandler<'joinAgentMsgnet'> = async (
  { body: { accessToken }, principal },
  context,
) => {
  const joining = { accessToken, protocol: 'msgnet', principal } as const
  return joinRoom(
    joining,
    context,
    () => null,
    ({ room, fields, isRequested }) => {
      const instructions = { action: ADD_MEMBER, groupId: room, wallet: fields.wallet }
      return { protocol: 'msgnet' as const, ...fields, requested: isRequested, instructions }
    },
  )
}
