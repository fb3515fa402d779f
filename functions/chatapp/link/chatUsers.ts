import { requestKey, type RequestKey } from '../../../shared/durable/onceFor.ts'
import { stored } from '../../../shared/store/stored.ts'
import type {
  ChatappUserObject,
  Completed,
  Completing,
  FoundSession,
  LinkRow,
  Opened,
  Opening,
} from '../../../shared/domain/chatapp/linkMessages.ts'

/** The Durable Objects of chat users, by id. Every method throws store_unavailable. */
export interface ChatUsers {
  openSession(opening: Opening, key: RequestKey | undefined): Promise<Opened>
  findSession(chatappUserId: string, tokenHash: string, now: number): Promise<FoundSession>
  complete(chatappUserId: string, completing: Completing): Promise<Completed>
  findLink(chatappUserId: string): Promise<LinkRow | null>
  unlink(chatappUserId: string, now: number): Promise<LinkRow | null>
  acceptUpdate(chatappUserId: string, update: { id: number; content: string; now: number }): Promise<boolean>
}

export function createChatUsers(namespace: DurableObjectNamespace<ChatappUserObject>): ChatUsers {
  const user = (id: string) => namespace.getByName(id)
  return {
    openSession: (opening, key) => stored(async () => user(opening.identity.chatappUserId).openSession(opening, key)),
    findSession: (id, tokenHash, now) => stored(async () => user(id).findSession(tokenHash, now)),
    complete: (id, completing) => stored(async () => user(id).complete(completing, requestKey())),
    findLink: (id) => stored(async () => user(id).findLink()),
    unlink: (id, now) => stored(async () => user(id).unlink(now, undefined, requestKey())),
    acceptUpdate: (id, update) => stored(async () => user(id).acceptUpdate(update)),
  }
}
