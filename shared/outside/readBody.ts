import { Unread } from './ReadOutside.ts'

/**
 * The bytes of an answer's body, as they are after its content encoding. Of a longer one no more than `maxBytes` are held,
 * nothing is read if it says so itself, and the rest is not fetched. Throws Unread (`too_large`, `timeout`), and what the
 * stream fails with.
 */
export async function readBody(
  { headers, body }: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel)
  try {
    if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
    const chunks: Uint8Array[] = []
    let length = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength
      if (length > maxBytes) throw tooLarge(maxBytes)
      chunks.push(part.value)
    }
    // A cancelled stream ends as a complete one does.
    if (signal.aborted) throw new Unread('timeout', 'the answer did not end in time')
    return join(chunks, length)
  } catch (error) {
    cancel()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

const tooLarge = (maxBytes: number): Unread => new Unread('too_large', `the document is longer than ${maxBytes} bytes`)
