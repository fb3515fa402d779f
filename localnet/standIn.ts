import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'

/** A stand-in for an external service: it speaks the service's protocol on its own loopback port. */
export interface Service {
  readonly url: string
  /** Variables and secrets with which the Workers reach it. */
  readonly variables: Readonly<Record<string, string>>
  stop(): Promise<void>
}

type Headers = Readonly<Record<string, string>>

/** An answer with another status than 200, headers of its own, or bytes in place of JSON. */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers

  constructor(status: number, body: unknown, headers: Headers = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** An error answer: `{error, code}`, unless the service writes its errors otherwise. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Headers

  constructor(status: number, code: string, message: string, headers: Headers = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** Ends the connection without an answer. */
export class Cut extends Error {}

export interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  /** Method and path: `GET /profile`. */
  readonly route: string
}

interface Manner {
  /** Headers of every answer. */
  readonly headers?: Headers
  /** The body of an error answer. */
  readonly describe?: (refusal: Refusal) => unknown
}

/**
 * Serves JSON on a free loopback port. `answer` returns the body of a 200, a Reply, or undefined if it writes to the response
 * itself; it throws a Refusal or a Cut.
 */
export function serveJson(
  answer: (call: Call) => unknown,
  { headers = {}, describe = ({ message, code }) => ({ error: message, code }) }: Manner = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  return listen(
    createServer(async (request, response) => {
      const send = ({ status, body, headers: own }: Reply) =>
        response
          .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers, ...own })
          .end(body instanceof Uint8Array ? body : JSON.stringify(body))
      try {
        const url = new URL(request.url ?? '/', 'http://localhost')
        const given = await answer({ request, response, url, route: `${request.method} ${url.pathname}` })
        if (given !== undefined) send(given instanceof Reply ? given : new Reply(200, given))
      } catch (error) {
        if (error instanceof Cut || response.headersSent) return void response.destroy()
        const refusal = refusalOf(error)
        send(new Reply(refusal.status, describe(refusal), refusal.headers))
      }
    }),
  )
}

/** Stand-ins parse nothing but requests by schemas, so a fault of a schema is the client's. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) return new Refusal(400, 'invalid_data', 'the body is malformed')
  return new Refusal(500, 'internal_error', 'Internal error')
}

/** Starts a server on a free loopback port; stopping it also ends its connections. */
export async function listen(server: Server): Promise<{ url: string; stop: () => Promise<void> }> {
  // A client that keeps a connection for half a minute must not find it closed.
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not have a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const MAX_BYTES = 16_384

/** The body of a request. Throws a Refusal if it is longer than `maxBytes`. */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxBytes) throw new Refusal(413, 'invalid_data', 'the body is too large', { connection: 'close' })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** The JSON body of a request, of at most 16 KiB by default. Throws a Refusal. */
export async function readBody<T extends z.ZodType>(
  request: IncomingMessage,
  schema: T,
  maxBytes = MAX_BYTES,
): Promise<z.output<T>> {
  const { data, success } = schema.safeParse(parseJson(String(await readBytes(request, maxBytes))))
  if (!success) throw new Refusal(400, 'invalid_data', 'the body is malformed')
  return data
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Switches of an outage, which stay until they are replaced. */
export const outage = {
  /** Every call is answered with this status, and nothing is done. */
  status: z.int().min(400).max(599).optional(),
  /** Every call waits this many milliseconds first. */
  slowMs: z.int().min(0).max(60_000).optional(),
}

/** Waits and refuses as the switches say. */
export async function suffer(
  { status, slowMs }: { readonly status?: number | undefined; readonly slowMs?: number | undefined },
  headers: Headers = {},
): Promise<void> {
  if (slowMs) await sleep(slowMs, undefined, { ref: false })
  if (status) throw new Refusal(status, 'unavailable', 'set to fail', headers)
}
