import { sql } from 'drizzle-orm'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { accountOf } from '../../../../shared/store/workspaceChange.ts'
import { LINK_CHAT, PUBLISH } from '../../../../shared/store/workspaceReports.ts'
import { lower } from '../../../../shared/text/lower.ts'
import { type Act, type Done, type PayloadOf, perform } from './perform.ts'
import { linkedChat } from './changeRooms.ts'
import { canEnqueue, enqueue, type KeeperAction } from './keeperAction.ts'

const MOST_CHATS = 10

/**
 * Asks that a chat works for the vault. Naming a chat proves nothing: keepers look whether the caller's own chat user runs it,
 * and it is linked when they report so. Throws what perform throws, link_required, room_taken, already_decided,
 * action_in_flight, workspace_full.
 */
export function linkChat({ chatId }: PayloadOf<'rooms.chatapp.link'>, act: Act): Promise<Done> {
  const { admission, context } = act
  const { vault, asOf, at, account } = admission
  const user = account?.linked.find(({ kind }) => kind === 'chatapp')
  if (!user) throw new ApiError('link_required')
  const action = about(act, LINK_CHAT, chatId, { chatId, chatappUserId: user.id })
  const chats = sql`(select count(*) from chat_conversations
    where chain_id = ${asOf.chainId} and vault = ${lower(vault)})`
  return perform(act, {
    target: { type: 'chat', id: chatId },
    asked: { chatId },
    event: { title: 'Asked to link a chat', description: `Chat ${chatId} is to work for the vault` },
    condition: sql`not exists (select 1 from chat_conversations where conversation_id = ${chatId})
      and ${chats} < ${MOST_CHATS} and ${canEnqueue(action)}`,
    statements: (done, id) => [enqueue(action, id, at, done)],
    outcome: { status: 'enqueued' },
    refusal: async () => {
      const own = await context.desk.surroundings.chats(asOf.chainId, vault)
      if (own.includes(chatId)) return new ApiError('already_decided', 'payload.chatId: works for this vault already')
      if (own.length >= MOST_CHATS) return new ApiError('workspace_full', `vault: has ${MOST_CHATS} chats; unlink one first`)
      return (await context.desk.surroundings.isChatTaken(chatId))
        ? new ApiError('room_taken', 'payload.chatId: works for another vault')
        : new ApiError('action_in_flight', 'payload.chatId: keepers are looking into it, or have too much to do')
    },
  })
}

/** A chat no longer works for the vault, and its room is closed. Throws what perform throws, room_not_found. */
export function unlinkChat({ chatId }: PayloadOf<'rooms.chatapp.unlink'>, act: Act): Promise<Done> {
  const { vault, asOf, actor, at } = act.admission
  const chat = linkedChat(act, chatId)
  return perform(act, {
    target: { type: 'chat', id: chatId },
    asked: { chatId },
    event: { title: 'Unlinked a chat', description: `Chat ${chatId} no longer works for the vault` },
    condition: sql`exists (select 1 from ${chat})`,
    statements: (done) => [
      sql`delete from ${chat} and ${done}`,
      sql`update room_rules set enabled = 0, version = version + 1, updated_at = ${at}, updated_by = ${lower(actor.address)}
        where chain_id = ${asOf.chainId} and room_key = ${`chatapp:${chatId}`} and vault = ${lower(vault)} and ${done}`,
    ],
    outcome: { status: 'removed' },
    refusal: async () => new ApiError('room_not_found', 'payload.chatId: does not work for this vault'),
  })
}

/**
 * Has keepers publish a message to a group of the vault, once for its key. Throws what perform throws, room_not_found,
 * action_in_flight.
 */
export function publishMessage(
  { conversationId, text }: PayloadOf<'rooms.msgnet.publish'>,
  act: Act,
): Promise<Done> {
  const { vault, asOf, actor, at } = act.admission
  const subject = `${accountOf(actor)}:${act.request.key}`
  const action = { ...about(act, PUBLISH, subject, { conversationId, text }), groupId: conversationId }
  const room = sql`room_rules where chain_id = ${asOf.chainId} and room_key = ${`msgnet:${conversationId}`}
    and vault = ${lower(vault)} and type = 'msgnet' and enabled = 1`
  return perform(act, {
    target: { type: 'room', id: `msgnet:${conversationId}` },
    asked: { conversationId, text },
    event: { title: 'Published a message', description: `To the group ${conversationId}` },
    condition: sql`exists (select 1 from ${room}) and ${canEnqueue(action)}`,
    statements: (done, id) => [enqueue(action, id, at, done)],
    outcome: { status: 'enqueued' },
    refusal: async () => {
      const rooms = await act.context.desk.rooms.ofVault(asOf.chainId, vault)
      return rooms.some(({ roomKey, enabled }) => roomKey === `msgnet:${conversationId}` && enabled)
        ? new ApiError('action_in_flight', 'vault: keepers have too much to do for it; try again later')
        : new ApiError('room_not_found', 'payload.conversationId: the vault has no enabled room of this group')
    },
  })
}

const about = (
  { admission: { vault, asOf } }: Act,
  type: string,
  subject: string,
  content: KeeperAction['content'],
): KeeperAction => ({ vault, chainId: asOf.chainId, groupId: '', type, subject, content })
