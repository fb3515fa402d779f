import type { Address } from 'viem'
import * as z from 'zod'
import type { Post } from './Post.ts'

const Agent = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Id = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/)
const page = { agent: Agent, after: z.string().regex(/^\d{19}\/[A-Za-z0-9_-]*$/), limit: z.int().min(1).max(50) }

export const REQUESTS = {
  conversations: z.strictObject(page),
  messages: z.strictObject({ ...page, conversation: Id, mostText: z.int().min(1).max(65_536) }),
  replies: z.strictObject({ agent: Agent, conversation: Id, id: Id, text: z.string().min(1).max(4096) }),
} as const

type Sent<K extends keyof typeof REQUESTS> = z.output<(typeof REQUESTS)[K]>

const addressOf = (text: string): Address => `0x${text.slice(2)}`

/** `POST /v1/conversations`: those with messages of others after a cursor, by their newest message. */
export function answerConversations(post: Post, { agent, after, limit }: Sent<'conversations'>) {
  const own = post.open(addressOf(agent))
  const conversations = post
    .of(own)
    .flatMap(({ id, kind, messages }) => {
      const cursors = messages.filter(({ from }) => from !== own).map(cursorOf)
      const newest = cursors.toSorted().at(-1)
      return newest !== undefined && newest > after ? [{ id, kind, newest }] : []
    })
    .toSorted((a, b) => (a.newest < b.newest ? -1 : 1))
    .slice(0, limit)
    .map(({ id, kind, newest }) => ({ id, kind, newestAtNs: newest.slice(0, 19), newestId: newest.slice(20) }))
  return { agent, conversations }
}

/** `POST /v1/messages`: those of others in a conversation after a cursor, cut at a length. */
export function answerMessages(post: Post, { agent, conversation, after, limit, mostText }: Sent<'messages'>) {
  const own = post.open(addressOf(agent))
  const messages = post
    .find(conversation, own)
    .messages.filter((message) => message.from !== own && cursorOf(message) > after)
    .toSorted((a, b) => (cursorOf(a) < cursorOf(b) ? -1 : 1))
    .slice(0, limit)
    .map(({ id, from, sentAtNs, contentType, text }) => ({
      id,
      conversation,
      sentAtNs: String(sentAtNs),
      sender: { inbox: from, addresses: post.walletsOf(from) },
      contentType,
      text: text === null ? null : text.slice(0, mostText),
    }))
  return { agent, conversation, messages }
}

/** `POST /v1/replies`: sends a text as the agent, once for each id. */
export function answerReply(post: Post, { agent, conversation, id, text }: Sent<'replies'>) {
  post.reply({ from: post.open(addressOf(agent)), conversation, id, text })
  return { agent, conversation, id }
}

const cursorOf = ({ sentAtNs, id }: { readonly sentAtNs: bigint; readonly id: string }): string => `${sentAtNs}/${id}`
