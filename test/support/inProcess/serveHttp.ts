import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { answerDirectly } from './fetchDirectly.ts'
import { listen } from '../../../localnet/standIn.ts'

/** Bytes of a request's line and headers that are read, more than any of ours may have. */
const MOST_HEADERS = 128 * 1024

/** Serves a Worker's `fetch` on a free port. An exception is printed and answered with 500. */
export async function serveHttp(answer: (request: Request) => Promise<Response>) {
  const server = createServer({ maxHeaderSize: MOST_HEADERS }, (incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) gone.abort()
    })
    answer(toRequest(incoming, gone.signal))
      .then((response) => send(response, incoming, outgoing))
      .catch((error: unknown) => {
        // Nobody is there any more.
        if (gone.signal.aborted) return
        console.error(error)
        if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(500).end()
      })
  })
  const { url, stop } = await listen(server)
  const end = answerDirectly(url, (request) => answer(request).catch(failed))
  return {
    url,
    stop() {
      end()
      return stop()
    },
  }
}

function failed(error: unknown): Response {
  console.error(error)
  return new Response(null, { status: 500 })
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', headersDistinct, rawHeaders } = incoming
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  const hasBody = 'content-length' in headersDistinct || 'transfer-encoding' in headersDistinct
  const isEmpty = headers.get('content-length') === '0'
  const body = hasBody && !isEmpty && method !== 'GET' && method !== 'HEAD' ? bodyOf(incoming) : null
  return new Request(`http://${headers.get('host')}${incoming.url}`, { method, headers, signal, body, ...HALF })
}

/** Node requires it for a stream as a body; the types of Workers do not have it. */
const HALF = { duplex: 'half' }

/** Node's types of a web stream are not those of Workers. */
const bodyOf = (incoming: IncomingMessage): BodyInit => new Response(Readable.toWeb(incoming)).body ?? ''

async function send(
  response: Response,
  { method, complete }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // As in workerd, what is left of a body costs its connection.
  if (!complete) outgoing.shouldKeepAlive = false
  const headers = [...response.headers]
  outgoing.writeHead(response.status, headers.flat())
  if (response.body === null || method === 'HEAD') {
    await response.body?.cancel()
    outgoing.end()
    return
  }
  await pipeline(response.body, outgoing)
}
