import type { Answer } from './answers.ts'
import type { StreamAnswer } from './handler.ts'
import { withHeaders, type HeaderTable } from './headers.ts'

/** The headers that an answer was last sent with: all of them, and those of the request. */
interface Sent {
  readonly all: Headers
  own: HeaderTable
}
const lastSent = new WeakMap<Answer, Sent>()

/** The answer to this caller: 304 if it already has it (RFC 9110 section 13.1.2, weak comparison), no body for HEAD. */
export function send(request: Request, answer: Answer, own: HeaderTable): Response {
  const known = isKnown(request, answer.headers)
  const body = known || request.method === 'HEAD' ? null : answer.body
  // The runtime copies the headers.
  const response = new Response(body, { status: known ? 304 : 200, headers: headersOf(answer, own) })
  if (known) response.headers.delete('content-type')
  return response
}

/**
 * The headers of an answer and those of the request. From one request to the next most stay as they are, and setting one costs
 * more than comparing it.
 */
function headersOf(answer: Answer, own: HeaderTable): Headers {
  const last = lastSent.get(answer)
  if (last && hasSameNames(own, last.own)) {
    for (const name in own) if (own[name] !== last.own[name]) last.all.set(name, own[name] ?? '')
    last.own = own
    return last.all
  }
  const all = withHeaders(own, answer.headers)
  // Both may depend on something: the answer itself, and the origins that its headers admit.
  const vary = own['vary'] === undefined ? null : answer.headers.get('vary')
  if (vary === null) lastSent.set(answer, { all, own })
  else all.append('vary', vary)
  return all
}

function hasSameNames(one: HeaderTable, other: HeaderTable): boolean {
  const names = Object.keys(one)
  const others = Object.keys(other)
  return names.length === others.length && names.every((name, i) => name === others[i])
}

/** An answer that is sent while it is made; nobody may store it, unless its own headers say so. */
export const sendStream = ({ stream, type, headers }: StreamAnswer, own: HeaderTable): Response =>
  new Response(stream, {
    headers: withHeaders({ ...own, 'content-type': type, 'cache-control': 'no-store', ...headers }),
  })

/** Whether a request names the ETag among an answer's headers as one that it already has. */
export function isKnown(request: Request, headers: Headers): boolean {
  const given = request.headers.get('if-none-match')
  const etag = given === null ? null : headers.get('etag')
  if (given === null || etag === null) return false
  return given.trim() === '*' || given.split(',').some((tag) => opaque(tag.trim()) === opaque(etag))
}

const opaque = (tag: string): string => tag.replace(/^W\//, '')
