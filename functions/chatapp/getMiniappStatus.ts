import type { chatapp } from '../../schema/chatapp.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { ChatappContext } from './ChatappContext.ts'
import { describeLink } from './describeLink.ts'

/** The session of the Mini App and the link of its chat user. Throws store_unavailable. */
export const getMiniappStatus: Handler<typeof chatapp.getMiniappStatus, ChatappContext> = async (
  { principal: { chatappUserId, chatappUsername, chatId, chatType, chatInstance, expiresAt } },
  { users, accounts },
) => {
  const link = await users.findLink(chatappUserId)
  return {
    data: {
      session: {
        chatappUserId,
        chatappUsername,
        chatId,
        chatType,
        chatInstance,
        expiresAt: new Date(expiresAt * 1000).toISOString(),
      },
      link: link && describeLink(link, await accounts.findById(link.profileId)),
    },
  }
}
