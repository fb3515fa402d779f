import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'
import { ENVIRONMENTS, familyNames, type WorkerName } from '../../platform/workers.ts'
import { startInProcess } from '../support/inProcess/startInProcess.ts'
import type { Runtime } from '../support/Runtime.ts'
import { startInWorkerd } from '../support/startInWorkerd.ts'

/** The base URL of the API in production. */
export const API = `https://${ENVIRONMENTS.production.host.name}/api`

export type Production = Pick<Runtime, 'sockets' | 'stop'>

// A line for each request is looked at by a test of its own (test/http/log.test.ts).
const variables = { ...ENVIRONMENTS.production.variables, LOG_LEVEL: 'warn' }

/** Workers with the variables of production and no others but these secrets: in workerd, which has the edge cache. */
export const startProduction = (
  secrets: Readonly<Record<string, string>>,
  families: readonly string[],
): Promise<Production> => startInWorkerd(families, () => ({ ...variables, ...secrets }))

/** The same of all families in this process, without the edge cache. */
export const startWithoutEdge = (secrets: Readonly<Record<string, string>>): Promise<Production> =>
  startInProcess(familyNames(), () => ({ ...variables, EDGE_CACHE: 'off', ...secrets }))

export interface Sent {
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** POST with a body and GET without one, unless another is given. */
  readonly method?: string
}
/** A request to a Worker under the host name of its route, which `fetch` would not name. */
export async function send(
  workers: Pick<Runtime, 'sockets'>,
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
