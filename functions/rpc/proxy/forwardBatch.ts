import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import type { BytesAnswer } from '../../../shared/http/handler.ts'
import type { Network } from './createProxy.ts'
import type { Caller } from './forwardOne.ts'
import type { PlannedCall } from './refuseCall.ts'
import { jsonAnswer, replyText, resultText } from './upstream/relay.ts'

/**
 * The answer to a batch, in the order of its calls: one request to a node with those that memory does not answer and that
 * are not refused, under ids of this service's own. A node's answer that lacks one of them is a failure of the node.
 */
export async function forwardBatch(
  { upstream, replies, secrets }: Network,
  planned: readonly PlannedCall[],
  { takeSlot, pay, waitUntil }: Caller,
): Promise<BytesAnswer> {
  const entries = planned.map(({ call, refusal }) => {
    const read = refusal ? undefined : replies.read(call)
    const known = read && replies.kept(read)
    return { call, read, known, isOpen: known === undefined && !refusal }
  })
  const { priced, given } = await (entries.some(({ isOpen }) => isOpen)
    ? forwardOpen()
    : pay().then((calls) => ({ priced: calls, given: [] })))
  let next = 0
  const settling: (() => Promise<void>)[] = []
  const texts = entries.map(({ call: { id }, read, known }, i) => {
    const refusal = priced[i]?.refusal
    if (refusal) return replyText(id, refusal, secrets)
    if (known !== undefined) return resultText(id, known)
    const reply = given[next++]
    if (!reply) throw new Error('the node’s answer lacks a reply')
    if (read && 'result' in reply) settling.push(() => replies.keep(read, reply.result))
    return replyText(id, reply, secrets)
  })
  waitUntil(oneByOne(settling))
  return jsonAnswer(`[${texts.join(',')}]`)

  async function forwardOpen(): Promise<{ priced: readonly PlannedCall[]; given: readonly RpcReply[] }> {
    const release = await takeSlot()
    try {
      const calls = await pay()
      const open = entries.flatMap(({ call, isOpen }, i) => (isOpen && !calls[i]?.refusal ? [call] : []))
      const replies = open.length === 0 ? [] : await upstream.ask(({ post }, ms) => post(open, ms))
      return { priced: calls, given: replies }
    } finally {
      release()
    }
  }
}

/** One after another, so that the finalized block is read once. */
async function oneByOne(work: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of work) await step()
}
