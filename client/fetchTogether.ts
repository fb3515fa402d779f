import type { Client } from './createClient.ts'
import { readText } from './readBytes.ts'

/** A request with its URL, which begins with that of the API, and what ends it. */
type Read = readonly [url: string, request: Request, signal: AbortSignal]

interface Waiting {
  readonly read: Read
  readonly resolve: (answer: Response | Promise<Response>) => void
  readonly reject: (error: unknown) => void
}

/** The most reads of one batch. */
const MOST = 50

/** A batch of a host that has none, or of too many bytes: then each read is sent by itself. */
const UNABLE = new Set([404, 405, 413])
/** Reads of this tick, by client. */
const queues = new WeakMap<Client, Waiting[]>()

/**
 * Sends the reads of one tick as one batch, which answers all at one block; a single one by itself. Resolves to the answer that the
 * request gets by itself.
 */
export const fetchTogether = (client: Client, ...read: Read): Promise<Response> =>
  new Promise((resolve, reject) => {
    const queue = queues.get(client) ?? []
    if (queue.push({ read, resolve, reject }) > 1) return
    queues.set(client, queue)
    setTimeout(() => {
      queues.delete(client)
      for (let from = 0; from < queue.length; from += MOST) void sendAll(client, queue.slice(from, from + MOST))
    }, 0)
  })

async function sendAll(client: Client, all: readonly Waiting[]): Promise<void> {
  const [first, ...others] = all
  if (!first) return
  const [, request, signal] = first.read
  if (others.length === 0) return first.resolve(client.fetch(request, { signal }))
  const { baseUrl } = client.network
  // The batch ends once nobody waits for it.
  const ending = new AbortController()
  let left = all.length
  for (const { read, reject } of all) {
    const leave = () => {
      reject(read[2].reason)
      if (--left === 0) ending.abort()
    }
    if (read[2].aborted) leave()
    else read[2].addEventListener('abort', leave)
  }
  try {
    const headers = new Headers(request.headers)
    headers.set('content-type', 'application/json')
    const body = JSON.stringify({ reads: all.map(({ read }) => read[0].slice(baseUrl.length)) })
    const sent = new Request(`${baseUrl}/v1/batch`, { method: 'POST', redirect: 'manual', headers, body })
    const answer = await client.fetch(sent, { signal: ending.signal })
    if (UNABLE.has(answer.status)) {
      await answer.body?.cancel()
      for (const { read, resolve } of all) resolve(client.fetch(read[1], { signal: read[2] }))
      return
    }
    const text = await readText(answer, all.length * client.maxBytes)
    const answers = answer.ok ? JSON.parse(text).answers : undefined
    for (const [i, { resolve }] of all.entries())
      resolve(answer.ok ? new Response(JSON.stringify(answers[i].body), answers[i]) : new Response(text, answer))
  } catch (error) {
    for (const { reject } of all) reject(error)
  }
}
