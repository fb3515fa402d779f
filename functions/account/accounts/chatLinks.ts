import type { ChatappUserObject, LinkRow } from '../../../shared/domain/chatapp/linkMessages.ts'
import { stored } from '../../../shared/store/stored.ts'

/** Links of chat users, read from and ended in their Durable Objects. Every method throws store_unavailable. */
export interface ChatLinks {
  /** Whether this chat user is linked to this profile now. */
  isLinked(chatappUserId: string, profileId: string): Promise<boolean>
  /** Ends the link of a chat user, if it is to this profile. */
  unlink(chatappUserId: string, profileId: string, now: number): Promise<void>
}

export function createChatLinks(namespace: DurableObjectNamespace<ChatappUserObject>): ChatLinks {
  const isLinkedTo = (link: LinkRow | null, profileId: string) =>
    link !== null && link.revokedAt === null && link.profileId === profileId
  return {
    isLinked: (id, profileId) => stored(async () => isLinkedTo(await namespace.getByName(id).findLink(), profileId)),
    unlink: (id, profileId, now) => stored(async () => void (await namespace.getByName(id).unlink(now, profileId))),
  }
}
