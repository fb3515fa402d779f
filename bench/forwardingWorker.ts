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
