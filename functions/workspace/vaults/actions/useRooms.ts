import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { accountOf } from '../../store/workspaceChange.ts'
import { LINK_CHAT, PUBLISH } from '../../store/workspaceReports.ts'
import type { KeeperAction } from '../../store/workspaceActions.ts'
import { linkingChat, MOST_CHATS, publishing, unlinkingChat } from '../../store/workspaceRooms.ts'
import { type ActionRequest, type Done, type PayloadOf, applyPlan } from './applyPlan.ts'

/**
 * Requests to link a chat to the vault. Naming a chat proves nothing: keepers verify that the caller's chat user administers
 * it, and their report links it. Throws what applyPlan throws, link_required, room_taken, already_decided,
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
    event: { title: 'Requested to link a chat', description: `Chat ${chatId} to be linked to the vault` },
    steps: linkingChat(action, chatId, at),
    enqueues: action.type,
    outcome: { status: 'enqueued' },
    refusal: async () => {
      const own = await context.vaults.surroundings.chats(asOf.chainId, vault)
      if (own.includes(chatId))
        return new ApiError('already_decided', 'payload.chatId: is already linked to this vault')
      if (own.length >= MOST_CHATS)
        return new ApiError('workspace_full', `vault: already has ${MOST_CHATS} linked chats; unlink one first`)
      return (await context.vaults.surroundings.isChatTaken(chatId))
        ? new ApiError('room_taken', 'payload.chatId: is linked to another vault')
        : new ApiError(
            'action_in_flight',
            'payload.chatId: a request to link it is in progress, or the vault’s keeper queue is full; try again later',
          )
    },
  })
}

/** Unlinks a chat from the vault and removes its room. Throws what applyPlan throws, room_not_found. */
export function unlinkChat({ chatId }: PayloadOf<'rooms.chatapp.unlink'>, actionRequest: ActionRequest): Promise<Done> {
  const { vault, asOf } = actionRequest.admission
  return applyPlan(actionRequest, {
    target: { type: 'chat', id: chatId },
    requested: { chatId },
    event: { title: 'Unlinked a chat', description: `Chat ${chatId} is no longer linked to the vault` },
    steps: unlinkingChat({ chainId: asOf.chainId, vault }, chatId),
    outcome: { status: 'removed' },
    refusal: async () => new ApiError('room_not_found', 'payload.chatId: is not linked to this vault'),
  })
}

/**
 * Requests keepers to publish a message to a group of the vault, once per key. Throws what applyPlan throws, room_not_found,
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
        ? new ApiError('action_in_flight', 'vault: its keeper queue is full; try again later')
        : new ApiError('room_not_found', 'payload.conversationId: the vault has no enabled room for this group')
    },
  })
}

const about = (
  { admission: { vault, asOf } }: ActionRequest,
  type: string,
  subject: string,
  content: KeeperAction['content'],
): KeeperAction => ({ vault, chainId: asOf.chainId, groupId: '', type, subject, content })
