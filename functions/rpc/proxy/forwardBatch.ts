import type { RpcCall } from '../../../schema/rpcProxy.ts'
import type { RpcReply } from '../../../shared/chain/rpc.ts'
import type { BytesAnswer } from '../../../shared/http/handler.ts'
import type { Network } from './createProxy.ts'
import type { Caller } from './forwardOne.ts'
import { jsonAnswer, replyText, resultText } from './replyText.ts'
import { requireLogRange } from './requireLogRange.ts'

/**
 * The answer to a batch, in the order of its calls: one request to a node with those that memory does not answer, under ids
 * of this service's own. A node's answer that lacks one of them is none.
 */
export async function forwardBatch(
  { upstream, heights, replies, secrets }: Network,
  calls: readonly RpcCall[],
  { takeSlot, waitUntil }: Caller,
): Promise<BytesAnswer> {
  const entries = calls.map((call) => {
    const read = replies.read(call)
    return { call, read, known: read && replies.kept(read) }
  })
  const open = entries.filter(({ known }) => known === undefined).map(({ call }) => call)
  const given = open.length === 0 ? [] : await askAll()
  let next = 0
  const settling: (() => Promise<void>)[] = []
  const texts = entries.map(({ call: { id }, read, known }) => {
    if (known !== undefined) return resultText(id, known)
    const reply = given[next++]
    if (!reply) throw new Error('a reply is missing')
    if (read && 'result' in reply) settling.push(() => replies.keep(read, reply.result))
    return replyText(id, reply, secrets)
  })
  waitUntil(oneByOne(settling))
  return jsonAnswer(`[${texts.join(',')}]`)

  async function askAll(): Promise<readonly RpcReply[]> {
    const release = await takeSlot()
    try {
      await requireLogRange(calls, true, heights)
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
