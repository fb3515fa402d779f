import type { ChatRequest, Message } from './chatRequest.ts'

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
 * What the local model says: it asks for the read that the question is about, once, and then repeats what the reads answered,
 * word for word. So the figures of its answer are those of the read.
 */
export function replyTo({ messages, tools, tool_choice }: ChatRequest): Reply {
  const from = messages.findLastIndex(({ role }) => role === 'user')
  const asked = messages[from]
  const question = asked?.role === 'user' ? asked.content : ''
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
