import type { RpcCall } from '../../../schema/rpc/proxy.ts'
import type { BytesAnswer, StreamAnswer, WaitUntil } from '../../../shared/http/handler.ts'
import type { Network } from './createProxy.ts'
import type { FixedRead } from './createReplies.ts'
import type { PlannedCall } from './refuseCall.ts'
import { type Outcome, postOne } from './upstream/postOne.ts'
import { JSON_TYPE, jsonAnswer, replyText, resultText } from './upstream/relay.ts'

export interface Caller {
  /** Takes a slot for as long as something is under way; see Slots. If there is none, the request costs nothing. */
  readonly takeSlot: () => Promise<() => void>
  /**
   * Charges for the calls, once, and returns them: those that turn out to cover too many blocks are refused. It may ask a node
   * how many they cover: only for a request that holds a slot.
   */
  readonly pay: () => Promise<readonly PlannedCall[]>
  /** Fires when the client is gone. */
  readonly signal: AbortSignal
  readonly waitUntil: WaitUntil
}

/**
 * The answer to one call. A read at a fixed block is answered from memory, or together with the same read of others that is
 * under way; any other goes to a node by itself, and ends with its client.
 */
export async function forwardOne(
  network: Network,
  { call, refusal }: PlannedCall,
  caller: Caller,
): Promise<BytesAnswer | StreamAnswer> {
  const { replies, secrets } = network
  const read = refusal ? undefined : replies.read(call)
  const known = read && replies.kept(read)
  const isRunning = read !== undefined && replies.isRunning(read)
  // These need no height of a node: their filters have numbers.
  if (refusal || known !== undefined || isRunning) await caller.pay()
  if (refusal) return jsonAnswer(replyText(call.id, refusal, secrets))
  if (known !== undefined) return jsonAnswer(resultText(call.id, known))
  const shared = isRunning ? await joined(network, read) : undefined
  if (shared) return jsonAnswer(replyText(call.id, shared.reply, secrets))

  const release = await caller.takeSlot()
  let isStreaming = false
  try {
    const [priced] = await caller.pay()
    if (priced?.refusal) return jsonAnswer(replyText(call.id, priced.refusal, secrets))
    // While this one waited, another may have begun.
    const begun = read && (await joined(network, read))
    if (begun) return jsonAnswer(replyText(call.id, begun.reply, secrets))
    const outcome = await (read ? begin(network, call, read, caller) : ask(network, call, caller.signal))
    if ('open' in outcome) {
      isStreaming = true
      return { stream: outcome.open(release), type: JSON_TYPE }
    }
    const { reply, bytes } = outcome
    // A result goes on as it came; what a node says in its own words is looked through.
    return jsonAnswer('result' in reply && bytes ? bytes : replyText(call.id, reply, secrets))
  } finally {
    if (!isStreaming) release()
  }
}

/** The outcome of the same read of another caller; undefined without one, or if its answer is passed on as it arrives. */
async function joined(
  { replies }: Network,
  read: FixedRead,
): Promise<Extract<Outcome, { reply: unknown }> | undefined> {
  const outcome = (await replies.join(read))?.value
  return outcome && 'reply' in outcome ? outcome : undefined
}

/** Asks for others too: a client that goes away ends only its own answer. */
async function begin(network: Network, call: RpcCall, read: FixedRead, { waitUntil }: Caller): Promise<Outcome> {
  const { replies } = network
  const outcome = await replies.lead(read, () => ask(network, call), waitUntil)
  if ('reply' in outcome && 'result' in outcome.reply) waitUntil(replies.keep(read, outcome.reply.result))
  return outcome
}

async function ask({ upstream }: Network, call: RpcCall, gone?: AbortSignal): Promise<Outcome> {
  return upstream.ask((target, ms) => postOne(target, call, { ms, gone }), gone)
}
