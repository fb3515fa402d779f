import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod'
import { parseProvider, ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import { type Conversation, type InboundMessage, MOST_TEXT, type Position } from './MessageNetwork.ts'

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/)
/** Unix nanoseconds; as a text, since they pass 2^53. */
const Nanoseconds = z.string().regex(/^[1-9]\d{18}$/)

const Conversations = z.object({
  agent: z.string(),
  conversations: z.array(z.object({ id: Id, kind: z.enum(['dm', 'group']), newestAtNs: Nanoseconds, newestId: Id })),
})

const Messages = z.object({
  agent: z.string(),
  conversation: z.string(),
  messages: z.array(
    z.object({
      id: Id,
      conversation: z.string(),
      sentAtNs: Nanoseconds,
      sender: z.object({ inbox: Id, addresses: z.array(z.string().max(128)).max(64) }),
      contentType: z.string().max(128),
      text: z.string().max(MOST_TEXT).nullable(),
    }),
  ),
})

const Replied = z.object({ agent: z.string(), conversation: z.string(), id: z.string() })

interface PageRequest {
  readonly agent: Address
  readonly after: Position
  readonly limit: number
}

/** A page of conversations. Throws ProviderFailure for an answer that does not match the request. */
export function readConversations(answer: unknown, request: PageRequest): Conversation[] {
  const { agent, conversations } = parseProvider(Conversations, answer)
  const items = conversations.map(({ id, kind, newestAtNs, newestId }) => ({
    id,
    kind,
    newest: `${newestAtNs}/${newestId}`,
  }))
  require(isSame(agent, request.agent), 'the answer names another agent')
  requirePage(
    items.map(({ newest }) => newest),
    request,
  )
  require(new Set(items.map(({ id }) => id)).size === items.length, 'the answer has a conversation twice')
  return items
}

/** A page of messages. Throws ProviderFailure for an answer that does not match the request. */
export function readMessages(
  answer: unknown,
  request: PageRequest & { readonly conversation: string },
): InboundMessage[] {
  const { agent, conversation, messages } = parseProvider(Messages, answer)
  const items = messages.map(({ id, sentAtNs, sender, text }) => ({
    id,
    position: `${sentAtNs}/${id}`,
    senderInbox: sender.inbox,
    senderAddresses: addressesAmong(sender.addresses),
    text,
  }))
  require(isSame(agent, request.agent), 'the answer names another agent')
  require([conversation, ...messages.map((one) => one.conversation)].every(
    (id) => id === request.conversation,
  ), 'the answer names another conversation')
  requirePage(
    items.map(({ position }) => position),
    request,
  )
  require(new Set(items.map(({ id }) => id)).size === items.length, 'the answer has a message twice')
  return items
}

/** That a reply was sent, now or before. Throws ProviderFailure. */
export function readReplyReceipt(answer: unknown, request: { agent: Address; conversation: string; id: string }): void {
  const { agent, conversation, id } = parseProvider(Replied, answer)
  require(isSame(agent, request.agent) &&
    conversation === request.conversation &&
    id === request.id, 'the answer names another reply')
}

/** Positions must be in order, each once, all after the requested one, and no more than were requested. */
function requirePage(positions: readonly Position[], { after, limit }: PageRequest): void {
  require(positions.length <= limit, 'the answer has too many items')
  require(positions.every(
    (position, i) => position > (positions[i - 1] ?? after),
  ), 'the items of the answer are out of order')
}

function require(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new ProviderFailure('failed', otherwise)
}

const isSame = (given: string, agent: Address): boolean => given.toLowerCase() === agent.toLowerCase()

/** An inbox may have other identities than wallets of this kind. */
const addressesAmong = (texts: readonly string[]): Address[] => [
  ...new Set(texts.flatMap((text) => (isAddress(text, { strict: false }) ? [getAddress(text)] : []))),
]
