import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from './identity/Refusal.ts'

/** The connection is to end without an answer. */
export class Cut extends Error {}

/** Answers with JSON, and with a refusal as `{error, code}`. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage) => Promise<unknown>,
): Promise<void> {
  const send = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
      .end(JSON.stringify(body))
  try {
    send(200, await answer(request))
  } catch (error) {
    if (error instanceof Cut) return void response.destroy()
    const { status, code, message, headers } =
      error instanceof Refusal ? error : new Refusal(500, 'internal_error', 'Internal error')
    send(status, { error: message, code }, headers)
  }
}
