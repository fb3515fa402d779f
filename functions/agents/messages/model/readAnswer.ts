import * as z from 'zod'
import type { Part, ToolCall } from './Model.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'

/** Calls in one answer, and characters of the arguments of one; no request of this service leads to more. */
const MOST_CALLS = 16
const MOST_ARGUMENTS = 8192

const CallDelta = z.object({
  index: z.int().min(0).nullish(),
  id: z.string().max(256).nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})
const Chunk = z.object({
  // A last chunk may have the usage alone.
  choices: z
    .array(
      z.object({
        delta: z
          .object({ content: z.string().nullish(), tool_calls: z.array(CallDelta).max(MOST_CALLS).nullish() })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .max(1),
})
/** How a provider reports a failure after the stream has begun. */
const Failed = z.object({ error: z.object({ code: z.unknown(), type: z.unknown() }).partial() })

interface Growing {
  id: string
  name: string
  arguments: string
}

/**
 * The parts of an answer of the chat-completions protocol from its events (https://platform.openai.com/docs/api-reference/chat).
 * Calls come in pieces by index; some providers send a whole call without one. Throws ProviderFailure.
 */
export async function* readAnswer(events: AsyncIterable<string>): AsyncGenerator<Part, void> {
  const calls = new Map<number, Growing>()
  let finished: string | undefined
  for await (const data of events) {
    if (data.trim() === '[DONE]') break
    const [choice] = readChunk(data).choices
    const text = choice?.delta?.content ?? ''
    if (text !== '') yield { kind: 'text', text }
    for (const piece of choice?.delta?.tool_calls ?? []) grow(calls, piece)
    finished = choice?.finish_reason ?? finished
  }
  if (finished === undefined) throw new ProviderFailure('failed', 'the answer was cut off')
  yield {
    kind: 'end',
    calls: [...calls.values()].map(whole),
    truncated: ['length', 'content_filter'].includes(finished),
  }
}

function readChunk(data: string): z.output<typeof Chunk> {
  const value = valueOf(data)
  const { data: failed } = Failed.safeParse(value)
  if (failed) {
    const isThrottled = [failed.error.code, failed.error.type].some(
      (one) => one === 429 || /rate_limit/.test(String(one)),
    )
    throw new ProviderFailure(isThrottled ? 'throttled' : 'failed', 'the provider reports an error')
  }
  const { data: chunk } = Chunk.safeParse(value)
  if (!chunk) throw new ProviderFailure('failed', 'a chunk has an unknown shape')
  return chunk
}

function valueOf(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new ProviderFailure('failed', 'a chunk is not JSON')
  }
}

function grow(calls: Map<number, Growing>, { index, id, function: named }: z.output<typeof CallDelta>): void {
  const at = index ?? calls.size
  const call = calls.get(at) ?? { id: '', name: '', arguments: '' }
  call.id ||= id ?? ''
  call.name ||= named?.name ?? ''
  call.arguments += named?.arguments ?? ''
  calls.set(at, call)
  if (calls.size > MOST_CALLS) throw new ProviderFailure('failed', 'the answer has too many tool calls')
  if (call.arguments.length > MOST_ARGUMENTS)
    throw new ProviderFailure('failed', 'the arguments of a tool call are too long')
}

/** Names are said to the provider again, which refuses others. */
function whole(call: Growing, at: number): ToolCall {
  if (!/^[\w-]{1,64}$/.test(call.name)) throw new ProviderFailure('failed', 'a tool call has an invalid name')
  return { ...call, id: call.id || `call_${at}` }
}
