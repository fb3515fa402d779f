import * as z from 'zod'

/** Sends a request of the protocol: `fetch` itself, or a Worker's own. */
export type Send = (request: Request) => Promise<Response>

const Answer = z.looseObject({
  id: z.unknown().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.union([z.int(), z.string()]), message: z.string().optional() }).optional(),
})

const Result = z.object({
  content: z.array(z.looseObject({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.looseObject({}),
  isError: z.boolean().optional(),
  _meta: z.looseObject({}).optional(),
})

export const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

export const request = (method: string, params: unknown = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

/** JSON-RPC by hand, for what no client would send. A body that is a text is sent as it is. */
export async function rpc(url: string, body: unknown, headers: Record<string, string> = {}, send: Send = fetch) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await send(new Request(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body: text }))
  return { status: response.status, headers: response.headers, ...(await read(response)) }
}

async function read(response: Response) {
  const whole = await response.text()
  const start = whole.indexOf('{')
  const text = start === -1 ? '' : whole.slice(start, whole.lastIndexOf('}') + 1)
  const parsed = start === -1 ? undefined : Answer.safeParse(jsonIn(text))
  return { whole, text, ...parsed?.data }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Calls a tool. Throws for an error of the protocol. */
export async function callTool(
  url: string,
  name: string,
  args: unknown = {},
  { headers = {}, send = fetch }: { readonly headers?: Record<string, string>; readonly send?: Send } = {},
) {
  const answer = await rpc(url, request('tools/call', { name, arguments: args }), headers, send)
  if (!answer.result) throw new Error(`${answer.status} ${answer.whole.slice(0, 1000)}`)
  const { content, structuredContent, isError = false, _meta: meta } = Result.parse(answer.result)
  return {
    text: content.map((part) => part.text).join('\n'),
    value: structuredContent,
    isError,
    meta,
    bytes: Buffer.byteLength(JSON.stringify(answer.result)),
    whole: answer.whole,
  }
}

const Failed = z.object({ error: z.looseObject({ code: z.string(), message: z.string() }) })

/** The error that a tool answered with. */
export const errorOf = ({ value }: { readonly value: unknown }) => Failed.parse(value).error
