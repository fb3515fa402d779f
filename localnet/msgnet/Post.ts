import { createHash, randomBytes } from 'node:crypto'
import { type Address, type Hex, verifyMessage } from 'viem'
import { Refusal } from '../standIn.ts'

/** A message as the network has it. */
export interface Message {
  readonly id: string
  readonly conversation: string
  /** The inbox that it came from. */
  readonly from: string
  readonly sentAtNs: bigint
  readonly contentType: string
  readonly text: string | null
}

export interface Conversation {
  readonly id: string
  readonly kind: 'dm' | 'group'
  /** Inboxes. */
  readonly members: Set<string>
  readonly messages: Message[]
}

/** The text that a wallet signs to join an inbox (EIP-191). */
export const joinText = (inbox: string, wallet: Address): string =>
  `Join the message network\n\nInbox: ${inbox}\nWallet: ${wallet.toLowerCase()}`

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The inbox that begins with a wallet. */
export const inboxOf = (wallet: string): string => hash(`inbox of ${wallet.toLowerCase()}`)

interface Sent {
  readonly from: string
  readonly conversation: string
  readonly text: string | null
  readonly contentType?: string | undefined
  /** Unix milliseconds; now if absent. Only the network itself knows another time. */
  readonly at?: number | undefined
}

const refuse = (status: number, message: string): never => {
  throw new Refusal(status, 'invalid_data', message)
}

/**
 * The message network: inboxes that wallets join by their signature, conversations of inboxes, and messages in the order of
 * their time. An inbox speaks for itself by its token alone, so that nobody can send in the name of another.
 */
export class Post {
  readonly #wallets = new Map<string, string>()
  readonly #tokens = new Map<string, string>()
  readonly #conversations = new Map<string, Conversation>()
  readonly #replies = new Map<string, string>()
  readonly #now: () => number
  #count = 0n

  constructor(now: () => number) {
    this.#now = now
  }

  /** Joins a wallet to its inbox, or to another that it signs for; the inbox and a token of it. */
  async join(wallet: Address, signature: Hex, inbox = inboxOf(wallet)): Promise<{ inbox: string; token: string }> {
    const isSigned = await verifyMessage({ address: wallet, message: joinText(inbox, wallet), signature }).catch(
      () => false,
    )
    if (!isSigned) refuse(403, 'the signature is not by this wallet')
    const known = this.#wallets.get(wallet.toLowerCase())
    if (known !== undefined && known !== inbox) refuse(409, 'the wallet belongs to another inbox')
    this.#wallets.set(wallet.toLowerCase(), inbox)
    const token = randomBytes(16).toString('hex')
    this.#tokens.set(token, inbox)
    return { inbox, token }
  }

  /** The inbox of a token. */
  inboxOf(token: string): string {
    return this.#tokens.get(token) ?? refuse(401, 'no such token')
  }

  /** The inbox of a wallet; that of an agent, whose keys the gateway has, is created by its first request. */
  open(wallet: Address): string {
    const key = wallet.toLowerCase()
    const inbox = this.#wallets.get(key) ?? inboxOf(key)
    this.#wallets.set(key, inbox)
    return inbox
  }

  /** Wallets of an inbox. */
  walletsOf(inbox: string): string[] {
    return [...this.#wallets].flatMap(([wallet, own]) => (own === inbox ? [wallet] : []))
  }

  /** The direct conversation of two inboxes. */
  dm(one: string, other: string): Conversation {
    const id = hash(['dm', ...[one, other].toSorted()].join()).slice(0, 32)
    return this.#conversation(id, 'dm', [one, other])
  }

  group(id: string, members: readonly string[]): Conversation {
    if (!/^[A-Za-z0-9_-]{1,128}$/.test(id)) refuse(400, 'the id is malformed')
    return this.#conversation(id, 'group', members)
  }

  /** A conversation of an inbox. */
  find(id: string, inbox: string): Conversation {
    const found = this.#conversations.get(id)
    return found?.members.has(inbox) ? found : refuse(410, 'no such conversation of this inbox')
  }

  /** The conversations of an inbox. */
  of(inbox: string): Conversation[] {
    return [...this.#conversations.values()].filter(({ members }) => members.has(inbox))
  }

  send({ from, conversation, text, contentType = 'text', at }: Sent): Message {
    const { messages } = this.find(conversation, from)
    // Two messages of one millisecond have an order too.
    const sentAtNs = BigInt(Math.floor(at ?? this.#now())) * 1_000_000n + (this.#count++ % 1_000_000n)
    const id = hash(`message ${this.#count} ${conversation}`)
    const message = { id, conversation, from, sentAtNs, contentType, text }
    messages.push(message)
    return message
  }

  /** Sends a text once for each id; with another text it is refused. */
  reply({ from, conversation, id, text }: { from: string; conversation: string; id: string; text: string }): void {
    const known = this.#replies.get(`${from} ${id}`)
    if (known !== undefined && known !== `${conversation} ${text}`) refuse(409, 'the id was used for another reply')
    this.find(conversation, from)
    if (known !== undefined) return
    this.#replies.set(`${from} ${id}`, `${conversation} ${text}`)
    this.send({ from, conversation, text })
  }

  #conversation(id: string, kind: Conversation['kind'], members: readonly string[]): Conversation {
    const found = this.#conversations.get(id) ?? { id, kind, members: new Set(members), messages: [] }
    this.#conversations.set(id, found)
    return found
  }
}
