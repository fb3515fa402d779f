import type { ChatappHandler } from './context.ts'
import { describeStoredLink } from './describeLink.ts'

/** The session of the Mini App and the link of its chat user. Throws store_unavailable. */
export const getMiniappStatus: ChatappHandler<'getMiniappStatus'> = async (
  { principal: { chatappUserId, chatappUsername, chatId, chatType, chatInstance, expiresAt } },
  context,
) => {
  const link = await context.users.findLink(chatappUserId)
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
      link: link && (await describeStoredLink(link, context)),
    },
  }
}
