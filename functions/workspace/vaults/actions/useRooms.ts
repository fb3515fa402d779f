import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { accountOf } from '../../store/workspaceChange.ts'
import { LINK_CHAT, PUBLISH } from '../../store/workspaceReports.ts'
import type { KeeperAction } from '../../store/workspaceActions.ts'
import { linkingChat, MOST_CHATS, publishing, unlinkingChat } from '../../store/workspaceRooms.ts'
import { type ActionRequest, type Done, type PayloadOf, applyPlan } from './applyPlan.ts'

/**
 * Asks that a chat works for the vault. Naming a chat proves nothing: keepers look whether the caller's own chat user runs it,
 * and it is linked when they report so. Throws what applyPlan throws, link_required, room_taken, already_decided,
 * action_in_flight, workspace_full.
 */
export function linkChat({ chatId }: PayloadOf<'rooms.chatapp.link'>, actionRequest: ActionRequest): Promise<Done> {
  const { admission, context } = actionRequest
  const { vault, asOf, at, account } = admission
  const user = account?.linked.find(({ kind }) => kind === 'chatapp')
  if (!user) throw new ApiError('link_required')
  const action = about(actionRequest, LINK_CHAT, chatId, { chatId, chatappUserId: user.id })
  return applyPlan(actionRequest, {
    target: { type: 'chat', id: chatId },
    requested: { chatId },
    event: { title: 'Asked to link a chat', description: `Chat ${chatId} is to work for the vault` },
    steps: linkingChat(action, chatId, at),
    enqueues: action.type,
    outcome: { status: 'enqueued' },
    refusal: async () => {
      const own = await context.vaults.surroundings.chats(asOf.chainId, vault)
      if (own.includes(chatId)) return new ApiError('already_decided', 'payload.chatId: works for this vault already')
      if (own.length >= MOST_CHATS)
        return new ApiError('workspace_full', `vault: has ${MOST_CHATS} chats; unlink one first`)
      return (await context.vaults.surroundings.isChatTaken(chatId))
        ? new ApiError('room_taken', 'payload.chatId: works for another vault')
        : new ApiError('action_in_flight', 'payload.chatId: keepers are looking into it, or have too much to do')
    },
  })
}

/** A chat no longer works for the vault, and its room is gone. Throws what applyPlan throws, room_not_found. */
export function unlinkChat({ chatId }: PayloadOf<'rooms.chatapp.unlink'>, actionRequest: ActionRequest): Promise<Done> {
  const { vault, asOf } = actionRequest.admission
  return applyPlan(actionRequest, {
    target: { type: 'chat', id: chatId },
    requested: { chatId },
    event: { title: 'Unlinked a chat', description: `Chat ${chatId} no longer works for the vault` },
    steps: unlinkingChat({ chainId: asOf.chainId, vault }, chatId),
    outcome: { status: 'removed' },
    refusal: async () => new ApiError('room_not_found', 'payload.chatId: does not work for this vault'),
  })
}

/**
 * Has keepers publish a message to a group of the vault, once for its key. Throws what applyPlan throws, room_not_found,
 * action_in_flight.
 */
export function publishMessage(
  { conversationId, text }: PayloadOf<'rooms.msgnet.publish'>,
  actionRequest: ActionRequest,
): Promise<Done> {
  const { vault, asOf, actor, at } = actionRequest.admission
  const subject = `${accountOf(actor)}:${actionRequest.request.key}`
  const action = { ...about(actionRequest, PUBLISH, subject, { conversationId, text }), groupId: conversationId }
  return applyPlan(actionRequest, {
    target: { type: 'room', id: `msgnet:${conversationId}` },
    requested: { conversationId, text },
    event: { title: 'Published a message', description: `To the group ${conversationId}` },
    steps: publishing(action, at),
    enqueues: action.type,
    outcome: { status: 'enqueued' },
    refusal: async () => {
      const rooms = await actionRequest.context.vaults.rooms.ofVault(asOf.chainId, vault)
      return rooms.some(({ roomKey, enabled }) => roomKey === `msgnet:${conversationId}` && enabled)
        ? new ApiError('action_in_flight', 'vault: keepers have too much to do for it; try again later')
        : new ApiError('room_not_found', 'payload.conversationId: the vault has no enabled room of this group')
    },
  })
}

const about = (
  { admission: { vault, asOf } }: ActionRequest,
  type: string,
  subject: string,
  content: KeeperAction['content'],
): KeeperAction => ({ vault, chainId: asOf.chainId, groupId: '', type, subject, content })
