import type { Service } from '../Service.ts'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../listen.ts'
import { ChatRequest, faultOf } from './chatRequest.ts'
import { replyTo, type Reply } from './replyTo.ts'

const MODEL = 'local-model'

export interface LocalModel extends Service {
  /** What it was asked, so far. */
  readonly asked: ChatRequest[]
  /** Answers that have not ended yet. */
  readonly open: Set<ServerResponse>
  /** Answers in place of the model, to simulate a broken, busy, lying or silent one; undefined: it answers itself. */
  respond: ((response: ServerResponse, asked: ChatRequest) => void) | undefined
}

/**
 * Stands in for a language model behind the chat-completions protocol: streaming, with tool calls, for requests that the
 * protocol allows and that have its key. Its answers follow from the question alone (replyTo.ts).
 */
export async function startModel(): Promise<LocalModel> {
  const key = randomBytes(24).toString('hex')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return refuse(response, 404, 'invalid_request_error', 'unknown request URL')
    if (request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, 'invalid_api_key', 'incorrect API key provided')
    const { data: asked, error } = ChatRequest.safeParse(parse(body))
    if (!asked) return refuse(response, 400, 'invalid_request_error', error.issues[0]?.message ?? '')
    if (asked.model !== MODEL) return refuse(response, 404, 'model_not_found', 'the model does not exist')
    const fault = faultOf(asked.messages)
    if (fault !== undefined) return refuse(response, 400, 'invalid_request_error', fault)
    model.asked.push(asked)
    model.open.add(response)
    response.on('close', () => model.open.delete(response))
    if (model.respond) return model.respond(response, asked)
    reply(response, replyTo(asked))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const { url, stop } = await listen(server)
  const model: LocalModel = {
    url,
    variables: { MODEL_URL: `${url}/v1`, MODEL_NAME: MODEL, MODEL_API_KEY: key },
    asked: [],
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

const refuse = (response: ServerResponse, status: number, code: string, message: string): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } }))

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
