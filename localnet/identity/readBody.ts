import type { IncomingMessage } from 'node:http'
import type * as z from 'zod'
import { Refusal } from './Refusal.ts'

const MAX_BYTES = 16_384

/** The JSON body of a request, of at most 16 KiB unless more is said. Throws a Refusal. */
export async function readBody<T extends z.ZodType>(
  request: IncomingMessage,
  schema: T,
  maxBytes = MAX_BYTES,
): Promise<z.output<T>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxBytes) throw new Refusal(413, 'invalid_data', 'the body is too large', { connection: 'close' })
    chunks.push(bytes)
  }
  const { data, success } = schema.safeParse(parse(Buffer.concat(chunks).toString()))
  if (!success) throw new Refusal(400, 'invalid_data', 'the body is malformed')
  return data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
