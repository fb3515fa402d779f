import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface BadServer {
  /** As the base URL of an API. */
  readonly url: string
  /** Requests so far, in order. */
  readonly received: readonly Received[]
  /** Connections that the caller closed before their answer was whole. */
  readonly left: number
  stop(): Promise<void>
}

export type Respond = (response: ServerResponse, request: Received, count: number) => unknown

/** A server that answers as `respond` decides, however badly. `count` is the number of the request, from 1. */
export async function startBadServer(respond: Respond): Promise<BadServer> {
  const received: Received[] = []
  let left = 0
  const server = createServer((incoming, response) => {
    response.once('close', () => (left += response.writableFinished ? 0 : 1))
    void text(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming
      const request = { method, url, headers, body }
      received.push(request)
      return respond(response, request, received.length)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}/api`,
    received,
    get left() {
      return left
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An answer of the API with data. */
export const succeed = (response: ServerResponse, data: unknown = {}): void =>
  send(response, 200, 'application/json', JSON.stringify({ success: true, data }))

/** An error of the API. */
export function fail(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  const retryable = status >= 429 || 'retry-after' in headers
  const problem = { code, status, detail: 'of a test', fix: 'none', retryable, requestId: 'request-1' }
  send(response, status, 'application/problem+json', JSON.stringify(problem), headers)
}

/** Any whole answer. */
export const send = (
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): void => void response.writeHead(status, { 'content-type': type, ...headers }).end(body)
