import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Call, parseJson, Refusal, serveJson, type Service } from '../standIn.ts'
import { ChatRequest, faultOf, type Reply, replyTo } from './chat.ts'

const MODEL = 'local-model'

export interface LocalModel extends Service {
  readonly requests: ChatRequest[]
  /** Answers that have not ended yet. */
  readonly open: Set<ServerResponse>
  /** Answers in place of the model, to simulate a broken, busy, lying or silent one; undefined: it answers itself. */
  respond: ((response: ServerResponse, request: ChatRequest) => void) | undefined
}

/**
 * Stands in for a language model behind the chat-completions protocol: streaming, with tool calls, for requests that the
 * protocol allows and that have its key. Its answers follow from the question alone (replyTo.ts).
 */
export async function startModel(): Promise<LocalModel> {
  const key = randomBytes(24).toString('hex')

  async function answer({ request, response, route }: Call): Promise<void> {
    const body = await text(request)
    if (route !== 'POST /v1/chat/completions') throw new Refusal(404, 'invalid_request_error', 'unknown request URL')
    if (request.headers.authorization !== `Bearer ${key}`)
      throw new Refusal(401, 'invalid_api_key', 'incorrect API key provided')
    const { data: chat, error } = ChatRequest.safeParse(parseJson(body))
    if (!chat) throw new Refusal(400, 'invalid_request_error', error.issues[0]?.message ?? '')
    if (chat.model !== MODEL) throw new Refusal(404, 'model_not_found', 'the model does not exist')
    const fault = faultOf(chat.messages)
    if (fault !== undefined) throw new Refusal(400, 'invalid_request_error', fault)
    model.requests.push(chat)
    model.open.add(response)
    response.on('close', () => model.open.delete(response))
    if (model.respond) return model.respond(response, chat)
    reply(response, replyTo(chat))
  }

  const { url, stop } = await serveJson(answer, {
    describe: ({ message, code }) => ({ error: { message, type: 'invalid_request_error', param: null, code } }),
  })
  const model: LocalModel = {
    url,
    variables: { MODEL_URL: `${url}/v1`, MODEL_NAME: MODEL, MODEL_API_KEY: key },
    requests: [],
    open: new Set(),
    respond: undefined,
    stop,
  }
  return model
}

/** Begins an answer that streams. */
export const begin = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })

/** Sends one chunk of an answer. */
export function sendChunk(response: ServerResponse, delta: object, finish: string | null = null): void {
  const chunk = {
    id: 'chatcmpl-local',
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model: MODEL,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  }
  response.write(`data: ${JSON.stringify(chunk)}\n\n`)
}

/** Ends an answer as the protocol does. */
export const finish = (response: ServerResponse): void => void response.end('data: [DONE]\n\n')

/** Sends a whole reply: text in pieces, each call in two. */
export function reply(response: ServerResponse, { text: words, calls }: Reply): void {
  begin(response)
  sendChunk(response, { role: 'assistant', content: calls.length > 0 ? null : '' })
  for (const piece of words.match(/.{1,200}/gsu) ?? []) sendChunk(response, { content: piece })
  for (const [index, call] of calls.entries()) {
    const id = `call_${randomBytes(8).toString('hex')}`
    sendChunk(response, { tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: '' } }] })
    sendChunk(response, { tool_calls: [{ index, function: { arguments: JSON.stringify(call.arguments) } }] })
  }
  sendChunk(response, {}, calls.length > 0 ? 'tool_calls' : 'stop')
  finish(response)
}
