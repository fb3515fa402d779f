import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'
import type { Workers } from '../../localnet/startWorkers.ts'
import { ENVIRONMENTS, familyNames, type WorkerName } from '../../platform/workers.ts'
import { borrowRuntime } from '../support/borrowRuntime.ts'

/** The base URL of the API in production. */
export const API = `https://${ENVIRONMENTS.production.host.name}/api`

export interface Production extends Pick<Workers, 'sockets'> {
  stop(): Promise<void>
}

/** Workers with the variables of production and no others but these secrets: in workerd, which has the edge cache. */
export async function startProduction(
  secrets: Readonly<Record<string, string>>,
  families: readonly string[] = familyNames(),
): Promise<Production> {
  // A line for each request is looked at by a test of its own (test/http/log.test.ts).
  return borrowRuntime(families, () => ({ ...ENVIRONMENTS.production.variables, LOG_LEVEL: 'warn', ...secrets }))
}

export interface Sent {
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** POST with a body and GET without one, unless another is given. */
  readonly method?: string
}
/** A request to a Worker under the host name of its route, which `fetch` would not name. */
export async function send(
  workers: Pick<Workers, 'sockets'>,
  worker: WorkerName,
  target: string,
  { headers = {}, body, method = body === undefined ? 'GET' : 'POST' }: Sent = {},
) {
  const url = new URL(target)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const outgoing = request(new URL(url.pathname + url.search, workers.sockets[worker]).href, {
    method,
    // A kept connection may be closed just when it is used again.
    agent: false,
    // Of DELETE, Node frames a body only if its length is stated.
    headers: {
      ...headers,
      host: url.host,
      ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
    },
  })
  outgoing.end(text)
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(outgoing, 'response'))
  const given = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Response(await buffer(answer), { status: answer.statusCode ?? 0, headers: given })
}
