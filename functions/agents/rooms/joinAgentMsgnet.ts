import type { rooms } from '../../../schema/agents/rooms.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { ADD_MEMBER } from '../../../shared/store/joinRequests.ts'
import type { RoomsContext } from './context.ts'
import { joinRoom } from './joinRoom.ts'

/** Queues for keepers that the wallet of a room token is added to its group. Throws what joinRoom throws. */
export const joinAgentMsgnet: Handler<typeof rooms.joinAgentMsgnet, RoomsContext> = async (
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
