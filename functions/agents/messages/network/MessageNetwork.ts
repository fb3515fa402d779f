import type { Address } from 'viem'

/**
 * A place in the order of messages, `{nanoseconds}/{id}`: the time at which the network took a message, in 19 digits of unix
 * nanoseconds, and what orders those of the same time. Places compare as texts do.
 */
export type Position = string

export interface Conversation {
  readonly id: string
  /** `dm`: the agent and one other; `group`: any number. */
  readonly kind: 'dm' | 'group'
  readonly newest: Position
}

/** A message of somebody else to an agent. */
export interface InboundMessage {
  /** The network's own: no two messages share one. */
  readonly id: string
  readonly position: Position
  /** The inbox that it came from, by whose keys it was proven. */
  readonly senderInbox: string
  /** Wallets that have joined this inbox by their signature, with checksum; empty where it has others alone (a passkey). */
  readonly senderAddresses: readonly Address[]
  /** As it was sent, cut at MOST_TEXT characters; null for what is no text. */
  readonly text: string | null
}

export interface Reply {
  /** Chosen by the sender: the same id with the same text is sent once. 1 to 64 of the characters A-Z a-z 0-9 _ -. */
  readonly id: string
  readonly text: string
}

interface Page {
  /** Exclusive. */
  readonly after: Position
  readonly limit: number
}

/** Characters of a message that are looked at. */
export const MOST_TEXT = 4096
/** Items of a page. */
export const MOST_ITEMS = 50

/**
 * The messaging network as agents see it. Every method takes the milliseconds that it may last, and throws ProviderFailure
 * for any answer that does not match the request.
 */
export interface MessageNetwork {
  /** Conversations with messages after a place, by their newest message. */
  conversations(agent: Address, page: Page, timeoutMs: number): Promise<Conversation[]>
  /** Messages that others have sent into a conversation after a place, in order. */
  messages(agent: Address, conversation: string, page: Page, timeoutMs: number): Promise<InboundMessage[]>
  /** Sends a text into a conversation as the agent. */
  reply(agent: Address, conversation: string, reply: Reply, timeoutMs: number): Promise<void>
}
