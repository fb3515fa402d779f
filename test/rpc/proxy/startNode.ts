import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export interface NodeRequest {
  /** The body as it came, and what it says. */
  readonly text: string
  readonly json: unknown
  readonly response: ServerResponse
}

export interface ScriptedNode {
  readonly url: string
  /** Bodies that came, those that only ask for the chain id left out. */
  readonly requests: string[]
  /** How many requests it has not answered. */
  readonly open: number
  /** Says something of its own; where it gives nothing, the node behind answers. */
  answer: ((request: NodeRequest) => unknown) | undefined
  reset(): void
  stop(): Promise<void>
}

const isChainCheck = (body: string): boolean => body.includes('"eth_chainId"') && !body.startsWith('[')

/**
 * A node in front of a real one, on a free port, that says whatever a test wants it to say, in whatever bytes. Its URL has a
 * key in its path, as a provider's has.
 */
export async function startNode(behind: string): Promise<ScriptedNode> {
  const requests: string[] = []
  let open = 0
  const server = createServer((request, response) => {
    open++
    response.on('close', () => open--)
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (!isChainCheck(body)) requests.push(body)
    if (node.answer?.({ text: body, json: JSON.parse(body), response })) return
    const answer = await fetch(behind, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }

  const node: ScriptedNode = {
    url: `http://127.0.0.1:${address.port}/v2/secret-provider-key`,
    requests,
    get open() {
      return open
    },
    answer: undefined,
    reset() {
      requests.length = 0
      node.answer = undefined
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return node
}

/** Lets a node answer this status and body to all but the question for its chain. */
export const says =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  ({ text: given, response }: NodeRequest): boolean => {
    if (isChainCheck(given)) return false
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      })
      .end(body)
    return true
  }
