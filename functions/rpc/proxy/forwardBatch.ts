import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import type { BytesAnswer } from '../../../shared/http/handler.ts'
import type { PlannedCall } from './capGas.ts'
import type { Network } from './createProxy.ts'
import type { Caller } from './forwardOne.ts'
import { jsonAnswer, replyText, resultText } from './replyText.ts'

/**
 * The answer to a batch, in the order of its calls: one request to a node with those that memory does not answer and that
 * are not refused, under ids of this service's own. A node's answer that lacks one of them is a failure of the node.
 */
export async function forwardBatch(
  { upstream, replies, secrets }: Network,
  calls: readonly PlannedCall[],
  { takeSlot, pay, waitUntil }: Caller,
): Promise<BytesAnswer> {
  const entries = calls.map(({ call, refusal }) => {
    const read = refusal ? undefined : replies.read(call)
    return { call, refusal, read, known: read && replies.kept(read) }
  })
  const open = entries.filter(({ known, refusal }) => known === undefined && !refusal).map(({ call }) => call)
  const given = await (open.length === 0 ? pay().then(() => []) : forwardAll())
  let next = 0
  const settling: (() => Promise<void>)[] = []
  const texts = entries.map(({ call: { id }, refusal, read, known }) => {
    if (refusal) return replyText(id, refusal, secrets)
    if (known !== undefined) return resultText(id, known)
    const reply = given[next++]
    if (!reply) throw new Error('a reply is missing')
    if (read && 'result' in reply) settling.push(() => replies.keep(read, reply.result))
    return replyText(id, reply, secrets)
  })
  waitUntil(oneByOne(settling))
  return jsonAnswer(`[${texts.join(',')}]`)

  async function forwardAll(): Promise<readonly RpcReply[]> {
    const release = await takeSlot()
    try {
      await pay()
      return await upstream.ask(({ post }, ms) => post(open, ms))
    } finally {
      release()
    }
  }
}

/** Whether a block is final is asked for once. */
async function oneByOne(work: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of work) await step()
}
