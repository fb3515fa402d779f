import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hex, LocalAccount } from 'viem'
import * as z from 'zod'
import { Cut, readBody, Refusal, Reply, serveJson, type Service } from '../standIn.ts'
import { answerConversations, answerMessages, answerReply, REQUESTS } from './answerGateway.ts'
import { lieAbout, MsgnetFaults } from './MsgnetFaults.ts'
import { inboxOf, joinText, type Message, Post } from './Post.ts'

/** Somebody with an inbox. */
export interface Person {
  readonly inbox: string
  /** Sends a direct message; `at` is the time that the network records for it, in unix milliseconds. */
  write(to: Address, text: string | null, at?: number): Message
  /** Sends into a conversation. */
  say(conversation: string, text: string, at?: number): Message
  /** Texts of others in the direct conversation with somebody. */
  heard(from: Address): string[]
}

export interface Msgnet extends Service {
  readonly post: Post
  /** Joins a wallet to its inbox, or that of a first one, by its signature. */
  join(account: LocalAccount, inbox?: string): Promise<Person>
  /** Replaces all switches. */
  setFaults(faults: MsgnetFaults): void
  /** Requested paths of the gateway, in order. */
  readonly requests: string[]
}

const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Join = z.strictObject({ wallet: Address, signature: z.string().regex(/^0x[0-9a-fA-F]*$/) })
const Write = z.strictObject({ to: Address.optional(), conversation: z.string().optional(), text: z.string() })
const Group = z.strictObject({ id: z.string(), members: z.array(Address).max(50) })

const hexOf = (text: string): Hex => `0x${text.slice(2)}`

/**
 * Stands in for the gateway of the message network, in its own protocol (docs/messages.md), and for the network behind it.
 * People join with `POST /dev/inboxes`, a wallet by its signature, and write with the token that they get: `POST
 * /dev/messages`, `POST /dev/groups`, `GET /dev/conversations/{id}`. `PUT /dev/faults` makes the gateway fail, stall or lie.
 */
export async function startMsgnet({ now = Date.now }: { readonly now?: () => number } = {}): Promise<Msgnet> {
  const [token, secret] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const post = new Post(now)
  const requests: string[] = []
  let faults: MsgnetFaults = {}
  let earlier = ''

  async function gateway(request: IncomingMessage, path: string): Promise<Reply> {
    const current = faults.at === undefined || faults.at === path ? faults : {}
    if (request.headers.authorization !== `Bearer ${token}`) throw new Refusal(401, 'unauthorized', 'no such token')
    const requestId = String(request.headers['x-msgnet-request'])
    const given = await answered(request, path, current)
    if (current.slowMs) await sleep(current.slowMs)
    if (current.cut) throw new Cut()
    const body = lieAbout(JSON.stringify(given.body), current.lie)
    const sign = (id: string, key = secret) =>
      `v1=${createHmac('sha256', key).update(`v1\n${id}\n${given.status}\n${body}`).digest('hex')}`
    const signature =
      current.lie === 'forged' ? sign(requestId, token) : sign(current.lie === 'replayed' ? earlier : requestId)
    earlier = requestId
    const headers = current.lie === 'unsigned' ? {} : { 'x-msgnet-signature': signature }
    return new Reply(given.status, Buffer.from(body), headers)
  }

  async function answered(request: IncomingMessage, path: string, { status }: MsgnetFaults) {
    if (status !== undefined) return { status, body: { error: 'set to fail' } }
    try {
      return { status: 200, body: await work(request, path) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: { error: error.message } }
    }
  }

  async function work(request: IncomingMessage, path: string): Promise<object> {
    if (path === 'conversations') return answerConversations(post, await readBody(request, REQUESTS.conversations))
    if (path === 'messages') return answerMessages(post, await readBody(request, REQUESTS.messages))
    if (path === 'replies') return answerReply(post, await readBody(request, REQUESTS.replies))
    throw new Refusal(404, 'not_found', 'not found')
  }

  async function people(request: IncomingMessage, path: string): Promise<object> {
    const { method } = request
    if (method === 'PUT' && path === 'faults') {
      faults = await readBody(request, MsgnetFaults)
      return faults
    }
    if (method === 'POST' && path === 'inboxes') {
      const { wallet, signature } = await readBody(request, Join)
      return post.join(hexOf(wallet), hexOf(signature))
    }
    const own = post.inboxOf(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (method === 'POST' && path === 'messages') {
      const { to, conversation, text } = await readBody(request, Write)
      const id = to === undefined ? (conversation ?? '') : post.dm(own, post.open(hexOf(to))).id
      return { conversation: id, id: post.send({ from: own, conversation: id, text }).id }
    }
    if (method === 'POST' && path === 'groups') {
      const { id, members } = await readBody(request, Group)
      return { conversation: post.group(id, [own, ...members.map((one) => post.open(hexOf(one)))]).id }
    }
    const [, id] = /^conversations\/([\w-]+)$/.exec(path) ?? []
    if (method !== 'GET' || id === undefined) throw new Refusal(404, 'not_found', 'not found')
    const { messages } = post.find(id, own)
    return { messages: messages.map(({ from, text }) => ({ from: post.walletsOf(from), text })) }
  }

  const { url, stop } = await serveJson(
    async ({ request, url: { pathname } }) => {
      const [, area = '', ...rest] = pathname.split('/')
      const path = rest.join('/')
      if (area === 'dev') return people(request, path)
      if (area !== 'v1' || request.method !== 'POST') throw new Refusal(404, 'not_found', 'not found')
      requests.push(path)
      return gateway(request, path)
    },
    { describe: ({ message }) => ({ error: message }) },
  )
  return {
    url,
    variables: { MSGNET_GATEWAY_URL: url, MSGNET_GATEWAY_TOKEN: token, MSGNET_GATEWAY_SECRET: secret },
    post,
    requests,
    setFaults: (next) => void (faults = MsgnetFaults.parse(next)),
    async join(account, first) {
      const inbox = first ?? inboxOf(account.address)
      const signature = await account.signMessage({ message: joinText(inbox, account.address) })
      await post.join(account.address, signature, inbox)
      const dmWith = (other: Address) => post.dm(inbox, post.open(other))
      return {
        inbox,
        write: (to, text, at) =>
          post.send({
            from: inbox,
            conversation: dmWith(to).id,
            text,
            contentType: text === null ? 'image' : 'text',
            at,
          }),
        say: (conversation, text, at) => post.send({ from: inbox, conversation, text, at }),
        heard: (other) => dmWith(other).messages.flatMap(({ from, text }) => (from === inbox ? [] : [text ?? ''])),
      }
    },
    stop,
  }
}
