import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { canSaveRoom, type RoomSettings, saveRoom } from '../../../shared/store/roomRules.ts'
import { enqueuing, type KeeperAction } from './workspaceActions.ts'
import type { Steps } from './workspaceChange.ts'

/** Maximum number of chats linked to one vault. */
export const MOST_CHATS = 10

interface VaultOnChain {
  readonly chainId: number
  readonly vault: Address
}

const linkedChat = ({ chainId, vault }: VaultOnChain, chatId: string): SQL =>
  sql`chat_conversations where conversation_id = ${chatId} and chain_id = ${chainId} and vault = ${lower(vault)}`

/** The chat of a room of the chat app; null of any other. */
export const chatOf = ({ type, roomKey }: Pick<RoomSettings, 'type' | 'roomKey'>): string | null =>
  type === 'chatapp' ? roomKey.slice('chatapp:'.length) : null

/** Saves a room as its editor has read it. A chat must be linked to the vault, so that nobody opens another vault's chat. */
export function savingRoom(
  settings: RoomSettings,
  by: Address,
  edit: { readonly read: number; readonly at: number },
): Steps {
  const chat = chatOf(settings)
  const isLinked = chat === null ? sql`true` : sql`exists (select 1 from ${linkedChat(settings, chat)})`
  return {
    condition: sql`${canSaveRoom(settings, edit.read)} and ${isLinked}`,
    statements: (done) => [saveRoom(settings, { by, now: edit.at, read: edit.read }, done)],
  }
}

/** Enqueues the action that links a chat that is not linked to a vault. */
export const linkingChat = (action: KeeperAction, chatId: string, at: number): Steps =>
  enqueuing(
    action,
    at,
    sql`not exists (select 1 from chat_conversations where conversation_id = ${chatId})
      and (select count(*) from chat_conversations
        where chain_id = ${action.chainId} and vault = ${lower(action.vault)}) < ${MOST_CHATS}`,
  )

/**
 * Unlinks a chat from the vault and removes its room, so that another vault can link the chat and create the room.
 */
export function unlinkingChat(vaultOnChain: VaultOnChain, chatId: string): Steps {
  const { chainId, vault } = vaultOnChain
  const chat = linkedChat(vaultOnChain, chatId)
  return {
    condition: sql`exists (select 1 from ${chat})`,
    statements: (done) => [
      sql`delete from ${chat} and ${done}`,
      sql`delete from room_rules where chain_id = ${chainId} and room_key = ${`chatapp:${chatId}`}
        and vault = ${lower(vault)} and ${done}`,
    ],
  }
}

/** Enqueues a message to a group of an enabled room of the vault. */
export const publishing = (action: KeeperAction, at: number): Steps =>
  enqueuing(
    action,
    at,
    sql`exists (select 1 from room_rules where chain_id = ${action.chainId} and type = 'msgnet' and enabled = 1
      and room_key = ${`msgnet:${action.groupId}`} and vault = ${lower(action.vault)})`,
  )
