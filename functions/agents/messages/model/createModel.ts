import { createParser } from 'eventsource-parser'
import { openService, type ServiceRequest } from '../../../../shared/provider/askService.ts'
import { ProviderFailure, toProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import type { Model, Question, Turn } from './Model.ts'
import type { ModelEnv } from './modelEnv.ts'
import { readAnswer } from './readAnswer.ts'

/** How long one answer may take, from its request to its last event. */
const ANSWER_MS = 60_000
/** The longest answer that is requested, in tokens. */
const MOST_TOKENS = 1024

/**
 * A model behind an API of the chat-completions protocol: `POST <url>/chat/completions`, with streaming and tool calls.
 * Undefined where it is not configured.
 */
export function createModel({
  MODEL_URL: url,
  MODEL_NAME: name,
  MODEL_API_KEY: key,
  MODEL_LENGTH_FIELD: lengthField,
}: ModelEnv): Model | undefined {
  if (!url || !name || key === undefined) return undefined
  const service = {
    provider: 'languageModel',
    url,
    path: '/chat/completions',
    bearer: key,
    headers: { accept: 'text/event-stream' },
  } as const
  return {
    name,
    async *answer({ turns, tools, mayCall, signal }: Question) {
      const json = {
        model: name,
        stream: true,
        [lengthField]: MOST_TOKENS,
        messages: turns.map(toMessage),
        tools: tools.map((tool) => ({ type: 'function', function: tool })),
        tool_choice: mayCall ? 'auto' : 'none',
      }
      const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
      yield* readAnswer(readEvents(await ask({ ...service, json, signal: within }), within))
    },
  }
}

/** The body of an answer that streams. Throws ProviderFailure. */
async function ask(request: ServiceRequest): Promise<ReadableStream<Uint8Array>> {
  const { headers, body } = await openService(request)
  if (body && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) return body
  void body?.cancel().catch(() => {})
  throw new ProviderFailure('failed', 'the provider returned no event stream')
}

function toMessage(turn: Turn): object {
  if (turn.role === 'tool') return { role: 'tool', tool_call_id: turn.callId, content: turn.text }
  if (turn.role !== 'assistant') return { role: turn.role, content: turn.text }
  const calls = turn.calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }))
  return { role: 'assistant', content: turn.text === '' ? null : turn.text, tool_calls: calls }
}

/** How much of one answer is read, and how long one of its events may be. */
const MAX_BYTES = 1024 * 1024
const MAX_EVENT = 64 * 1024

/**
 * The data of the server-sent events of a response's body, as they arrive. What is left is not read when the reader stops, the
 * signal fires, or there is more than 1 MiB. Throws ProviderFailure.
 */
async function* readEvents(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let ready: string[] = []
  let fault: string | undefined
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: ({ data }) => void ready.push(data),
    // Fields that this version of the protocol does not know are no fault.
    onError: ({ type }) => void (fault = type === 'max-buffer-size-exceeded' ? type : fault),
  })
  try {
    for (let bytes = 0; ;) {
      const { done, value } = await toProviderFailure(reader.read(), signal)
      if (done) return
      bytes += value.byteLength
      if (bytes > MAX_BYTES) throw new ProviderFailure('failed', `the answer has more than ${MAX_BYTES} bytes`)
      parser.feed(decoder.decode(value, { stream: true }))
      if (fault !== undefined) throw new ProviderFailure('failed', fault)
      const events = ready
      ready = []
      yield* events
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
