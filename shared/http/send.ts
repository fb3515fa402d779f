import type { Answer } from './answers.ts'
import type { StreamAnswer } from './handler.ts'
import { withHeaders, type HeaderTable } from './headers.ts'

/** The answer to this caller: 304 if it already has it (RFC 9110 section 13.1.2, weak comparison), no body for HEAD. */
export function send(request: Request, answer: Answer, own: HeaderTable): Response {
  const known = isKnown(request, answer.headers.get('etag'))
  const body = known || request.method === 'HEAD' ? null : answer.body
  // Copying built headers and setting a few costs less than building them from a table.
  const response = new Response(body, { status: known ? 304 : 200, headers: answer.headers })
  const vary = answer.headers.get('vary')
  for (const name in own) response.headers.set(name, own[name] ?? '')
  // Both may depend on something: the answer itself, and whom its headers admit.
  if (vary !== null && own['vary'] !== undefined) response.headers.append('vary', vary)
  if (known) response.headers.delete('content-type')
  return response
}

/** An answer that is sent while it is made; nobody may store it, unless its own headers say so. */
export const sendStream = ({ stream, type, headers }: StreamAnswer, own: HeaderTable): Response =>
  new Response(stream, {
    headers: withHeaders({ ...own, 'content-type': type, 'cache-control': 'no-store', ...headers }),
  })

/** Whether a request names the answer’s ETag as one that it already has. */
export function isKnown(request: Request, etag: string | null): boolean {
  const given = request.headers.get('if-none-match')
  if (given === null || etag === null) return false
  return given.trim() === '*' || given.split(',').some((tag) => opaque(tag.trim()) === opaque(etag))
}

const opaque = (tag: string): string => tag.replace(/^W\//, '')
