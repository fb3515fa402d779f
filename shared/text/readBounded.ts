/** A body of more bytes than are read. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** The bytes of a response's body. Throws TooLong when there are more than `maxBytes`; the rest is not read. */
export async function readBounded(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  // A reader costs half of what a loop over the stream does.
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > maxBytes) {
      await reader.cancel()
      throw new TooLong(`longer than ${maxBytes} bytes`)
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Whether a body says that it has no more bytes than `most`, as they are sent: none is longer than its Content-Length. */
export function statesAtMost({ headers }: Response, most: number): boolean {
  const length = headers.get('content-length')
  return length !== null && Number(length) <= most && headers.get('content-encoding') === null
}

/** The same as a whole where it states its length, which costs a part of what a stream does. Throws TooLong. */
export async function readWhole(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (statesAtMost(response, maxBytes)) return new Uint8Array(await response.arrayBuffer())
  return response.body ? readBounded(response.body, maxBytes) : new Uint8Array()
}

const decoder = new TextDecoder()

/** The same as text: what is no UTF-8 becomes U+FFFD. Throws TooLong. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  if (statesAtMost(response, maxBytes)) return response.text()
  return decoder.decode(await readWhole(response, maxBytes))
}
