import { z } from 'zod'

const Reply = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => ({ error })),
])

/** The result of one JSON-RPC call. Throws the node's words where it refuses. */
export async function ask(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const reply = Reply.parse(await response.json())
  if ('error' in reply) throw new Error(`${method}: ${reply.error.message}`)
  return reply.result
}
