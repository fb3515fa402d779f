import type { ChatappHandler } from './context.ts'
import { describeStoredLink } from './describeLink.ts'

/** Revokes the link of the session's chat user. Throws store_unavailable. */
export const unlinkChatapp: ChatappHandler<'unlinkChatapp'> = async ({ principal: { chatappUserId } }, context) => {
  const link = await context.users.unlink(chatappUserId, Math.floor(context.now() / 1000))
  return { data: { link: link && (await describeStoredLink(link, context)) } }
}
