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

/** The fault in the order of messages: each tool call is followed by its answer, and every tool message answers a call. */
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

export interface Reply {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly arguments: object }[]
}

const ADDRESS = /0x[0-9a-fA-F]{40}/

/** Which read a question is about: the first rule whose words are in it. */
const RULES: readonly (readonly [words: RegExp, name: string, argument: (question: string) => object | undefined])[] = [
  [/\b(lock|voting power)\b/i, 'getVetokenUser', addressIn],
  [/\bstrateg(y|ies)\b/i, 'getVaultStrategies', addressIn],
  [/\bauction\b/i, 'getAuctionStatus', addressIn],
  [/\btoken\b/i, 'getTokenMetadata', addressIn],
  [/./s, 'getVaultReport', addressIn],
  [/\bepoch\b/i, 'getGaugeEpoch', () => ({})],
  [/\b(jackpot|lottery)\b/i, 'getLotteryGlobal', () => ({})],
  [/\bvaults\b/i, 'listExploreVaults', () => ({ limit: 5 })],
  [/\bagent \d+\b/i, 'getAgentProfile', (question) => ({ agentId: /\bagent (\d+)/i.exec(question)?.[1] })],
]

function addressIn(question: string): object | undefined {
  const address = ADDRESS.exec(question)?.[0]
  return address === undefined ? undefined : { address }
}

/**
 * The reply of the local model: it calls the read that the question is about, once, and then repeats the answers of the reads
 * word for word, so that its figures are theirs.
 */
export function replyTo({ messages, tools, tool_choice }: ChatRequest): Reply {
  const from = messages.findLastIndex(({ role }) => role === 'user')
  const latest = messages[from]
  const question = latest?.role === 'user' ? latest.content : ''
  const results = resultsIn(messages.slice(from + 1))
  if (results.length > 0)
    return { text: results.map(({ name, content }) => `${name} says: ${content}`).join('\n'), calls: [] }
  for (const [words, name, argument] of RULES) {
    const given = words.test(question) ? argument(question) : undefined
    const isOffered = tool_choice !== 'none' && tools.some((tool) => tool.function.name === name)
    if (given && isOffered) return { text: '', calls: [{ name, arguments: given }] }
  }
  return { text: `I am a model of the local world, and know nothing about this: ${question}`, calls: [] }
}

function resultsIn(messages: readonly Message[]): { name: string; content: string }[] {
  const names = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? (message.tool_calls ?? []).map((call): [string, string] => [call.id, call.function.name])
        : [],
    ),
  )
  return messages.flatMap((message) =>
    message.role === 'tool' ? [{ name: names.get(message.tool_call_id) ?? '', content: message.content }] : [],
  )
}
