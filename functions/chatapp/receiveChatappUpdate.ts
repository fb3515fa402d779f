import * as z from 'zod'
import { LINK_TOKEN_SECONDS, sealLinkToken } from './link/linkToken.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { canonicalJson } from '../../shared/text/json.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import type { ChatappHandler } from './context.ts'

/** The used fields of a bot API message; in a private chat the chat's id is the user's id. */
const LinkCommand = z.object({
  message: z.object({
    date: z.int().positive(),
    text: z.string().regex(/^\/link(@\w{1,64})?(\s|$)/),
    chat: z.object({ id: z.int().positive(), type: z.literal('private') }),
    from: z.object({
      id: z.int().positive(),
      is_bot: z.literal(false),
      username: z.string().optional().catch(undefined),
    }),
  }),
})

/**
 * Answers /link in a private chat with a button that opens the Mini App with a link token; everything else is acknowledged
 * (https://core.telegram.org/bots/api#making-requests-when-getting-updates). The chat app repeats an update until it
 * has the answer, so the same update gets the same answer: its link token is derived from the message, and is not stored.
 *
 * Throws chatapp_not_configured, store_unavailable.
 */
export const receiveChatappUpdate: ChatappHandler<'receiveChatappUpdate'> = async (
  { body },
  { users, linkSecrets, pageUrl, now },
) => {
  const command = LinkCommand.safeParse(body)
  if (!command.success) return { data: {} }
  const { date, chat, from } = command.data.message
  const at = Math.floor(now() / 1000)
  if (chat.id !== from.id || date + LINK_TOKEN_SECONDS <= at) return { data: {} }
  const [secret] = linkSecrets
  if (secret === undefined) throw new ApiError('chatapp_not_configured')
  const chatappUserId = String(from.id)
  const content = await sha256(canonicalJson(command.data))
  // A different update with a known id is not from the chat app.
  if (!(await users.acceptUpdate(chatappUserId, { id: body.update_id, content, now: at }))) return { data: {} }
  const linkToken = await sealLinkToken({ chatappUserId, chatId: String(chat.id), issuedAt: date }, secret)
  return {
    data: {
      method: 'sendMessage',
      chat_id: chat.id,
      text: 'Tap the button to link this chat account to your account. You need to verify your e-mail address. The button works for 15 minutes.',
      reply_markup: {
        inline_keyboard: [
          [{ text: 'Link your account', web_app: { url: linkUrl(pageUrl, chatappUserId, linkToken, from.username) } }],
        ],
      },
    },
  }
}

function linkUrl(pageUrl: string, chatId: string, linkToken: string, username: string | undefined): string {
  const url = new URL(pageUrl)
  url.search = String(
    new URLSearchParams({
      tgMiniApp: '1',
      tgEntry: 'link',
      chatAction: 'link-account',
      tgChatId: chatId,
      tgLinkToken: linkToken,
      ...(username !== undefined && /^\w{1,32}$/.test(username) ? { tgUsername: username } : {}),
    }),
  )
  return url.href
}
