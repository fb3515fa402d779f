import { OF_THE_RUNTIME } from './bareWorker.ts'
import { type Script, startScript } from './startScript.ts'

const HEADERS = JSON.stringify({ 'content-type': 'application/json' })

/** The least that a proxy can do: a Worker that hands bodies on, unseen, and streams what comes back. */
export const startForwardingWorker = (node: string): Promise<Script> =>
  startScript(`export default {
    fetch: ({ body }) => fetch(${JSON.stringify(node)}, { method: 'POST', headers: ${HEADERS}, body }),
  }`)

/** The least that a proxy can do that looks at what it passes on: it parses both bodies, and writes them again. */
export const startParsingForwarder = (node: string): Promise<Script> =>
  startScript(`export default {
    async fetch(request) {
      const body = JSON.stringify(await request.json())
      const answer = await fetch(${JSON.stringify(node)}, { method: 'POST', headers: ${HEADERS}, body })
      return Response.json(await answer.json())
    },
  }`)

/** Headers of a request that decide what becomes of it: who asks, from where, in which form and trace. */
const READ = [
  'authorization',
  'cookie',
  'cf-connecting-ip',
  'content-encoding',
  'content-length',
  'origin',
  'prefer',
  'traceparent',
  'transfer-encoding',
  'x-request-id',
  'x-siwa-receipt',
]

/**
 * A parsing forwarder that pays what our promises cost on this platform and applies none of our rules. It reads the headers in
 * READ, ends a call at its time limit or when the client leaves, and answers with the headers of `like`. Three of these are new
 * for each answer. Like startRawCalls, it sends a list of bodies one after another.
 */
export function startBoundedForwarder(node: string, like: Headers): Promise<Script> {
  const headers = [...like].filter(([name]) => !OF_THE_RUNTIME.includes(name))
  return startScript(`
    const init = { headers: new Headers(${JSON.stringify(headers)}) }
    let left = 1e9
    export default {
      async fetch(request) {
        if (${JSON.stringify(READ)}.map((name) => request.headers.get(name)).includes('br')) return new Response()
        const asked = JSON.parse(new TextDecoder().decode(await request.arrayBuffer()))
        let last
        for (const body of Array.isArray(asked) ? asked : [JSON.stringify(asked)]) {
          const over = new AbortController()
          const limit = setTimeout(() => over.abort(), 5000)
          request.signal.addEventListener('abort', () => over.abort())
          const answer = await fetch(${JSON.stringify(node)}, {
            method: 'POST', headers: ${HEADERS}, body, redirect: 'manual', signal: over.signal,
          })
          last = await answer.json()
          clearTimeout(limit)
        }
        const response = Response.json(last, init)
        response.headers.set('ratelimit', \`"rpc";r=\${--left};t=34\`)
        response.headers.set('x-request-id', crypto.randomUUID())
        response.headers.set('server-timing', \`total;dur=\${Date.now() % 9}\`)
        return response
      },
    }`)
}

/** The least that a builder with a node can do: a Worker that sends the bodies that it is given to a node, one after another. */
export const startRawCalls = (node: string): Promise<Script> =>
  startScript(`export default {
    async fetch(request) {
      let last
      for (const body of await request.json())
        last = await (await fetch(${JSON.stringify(node)}, { method: 'POST', headers: ${HEADERS}, body })).json()
      return Response.json(last)
    },
  }`)
