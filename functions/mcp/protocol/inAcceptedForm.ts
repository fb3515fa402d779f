import { readWhole } from '../../../shared/text/readBounded.ts'
import { MAX_ANSWER } from '../bounds.ts'

const [JSON_TYPE, STREAM] = ['application/json', 'text/event-stream']

/** Whether a client accepts both forms of an answer by name, as the transport requires. */
export const acceptsBoth = (accept: string | null): boolean =>
  accept?.includes(JSON_TYPE) === true && accept.includes(STREAM)

/** A request with the `Accept` that the transport requires. Its body has been read. */
export function acceptingBoth({ url, headers, signal }: Request): Request {
  const all = new Headers(headers)
  all.set('accept', `${JSON_TYPE}, ${STREAM}`)
  return new Request(url, { method: 'POST', headers: all, signal })
}

/** A bounded answer in the form that a client accepts: a stream if it names no other, else JSON. */
export async function inAcceptedForm(answer: Response, accept: string | null, isBatch: boolean): Promise<Response> {
  const type = answer.headers.get('content-type') ?? ''
  const wantsStream = accept?.includes(STREAM) === true
  const isStream = type.startsWith(STREAM)
  if (!answer.ok || !answer.body || isStream === wantsStream) return answer
  const text = new TextDecoder().decode(await readWhole(answer, MAX_ANSWER))
  const headers = new Headers(answer.headers)
  headers.set('content-type', wantsStream ? STREAM : JSON_TYPE)
  // Each message of a stream is one line.
  const messages = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
  const json = isBatch ? `[${messages.join(',')}]` : messages.at(-1)
  return new Response(wantsStream ? `event: message\ndata: ${text}\n\n` : json, { status: answer.status, headers })
}
