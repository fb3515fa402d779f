import * as z from 'zod'

const Call = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().regex(/^[\w-]{1,64}$/), arguments: z.string() }),
})

const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().min(1).nullable(),
    tool_calls: z.array(Call).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
])
export type Message = z.output<typeof Message>

export const ChatRequest = z.strictObject({
  model: z.string(),
  stream: z.literal(true),
  max_completion_tokens: z.int().min(1).max(16_384),
  messages: z.array(Message).min(1),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string().max(1024).optional(),
          parameters: z.looseObject({ type: z.literal('object') }),
        }),
      }),
    )
    .min(1)
    .max(128),
  tool_choice: z.enum(['auto', 'none', 'required']),
})
export type ChatRequest = z.output<typeof ChatRequest>

/** What is wrong with the order of messages: each call of a tool is answered before anything else is said, and nothing else is. */
export function faultOf(messages: readonly Message[]): string | undefined {
  const waiting = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!waiting.delete(message.tool_call_id)) return 'a tool message must follow a call with its tool_call_id'
    } else if (waiting.size > 0) return 'each call must be followed by a tool message'
    if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) waiting.add(id)
  }
  return waiting.size > 0 ? 'each call must be followed by a tool message' : undefined
}
