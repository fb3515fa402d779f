import type { AgentStreamEvents } from '../../../../schema/agents/stream.ts'
import type { Model, ToolCall, Turn } from '../model/Model.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import { type Caller, callTool } from './callTool.ts'
import { readTools } from './tools.ts'

/** Answers of the model in which it may ask for reads, reads altogether, and reads at once. */
const MOST_ROUNDS = 4
const MOST_CALLS = 8
/** Characters of the whole answer: several times what its bound in tokens allows. */
const MOST_TEXT = 32_000

type Name = 'tool' | 'delta' | 'done'
export type ConversationEvent = { [N in Name]: { readonly event: N; readonly data: AgentStreamEvents[N] } }[Name]

/**
 * The model's answer to a conversation, with the reads that it requests; the last event is `done`. After the last round it
 * may not request more. Throws ProviderFailure.
 */
export async function* converse(
  model: Model,
  history: readonly Turn[],
  caller: Caller,
): AsyncGenerator<ConversationEvent, void> {
  const turns = [...history]
  const tools = await readTools()
  let text = ''
  let left = MOST_CALLS
  for (let round = 0; ; round++) {
    const mayCall = round < MOST_ROUNDS && left > 0
    let calls: readonly ToolCall[] = []
    let truncated = false
    let own = ''
    for await (const part of model.answer({ turns, tools, mayCall, signal: caller.signal })) {
      if (part.kind === 'end') {
        calls = part.calls
        truncated = part.truncated
        continue
      }
      own += part.text
      if (text.length + own.length > MOST_TEXT) throw new ProviderFailure('failed', 'the answer is too long')
      yield { event: 'delta', data: { text: part.text } }
    }
    text += own
    if (calls.length === 0) {
      if (text.trim() === '') throw new ProviderFailure('failed', 'the answer is empty')
      return yield { event: 'done', data: { text, truncated } }
    }
    if (!mayCall) throw new ProviderFailure('failed', 'the answer has a tool call that was not allowed')
    turns.push({ role: 'assistant', text: own, calls })
    // One after another: each counts against the caller's budget, and some cost a node a lot.
    for (const call of calls) {
      if (left-- <= 0) {
        turns.push({ role: 'tool', callId: call.id, text: 'not read: this answer has used all its reads' })
        continue
      }
      const result = await callTool(call, caller)
      turns.push({ role: 'tool', callId: call.id, text: result.text })
      yield { event: 'tool', data: result.event }
    }
  }
}
