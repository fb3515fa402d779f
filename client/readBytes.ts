import { ConnectionError } from './errors.ts'

/** Reads the body of an answer. Rejects once it is larger than `maxBytes`, and then reads no further. */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let left = maxBytes
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    left -= read.value.length
    if (left < 0) {
      await reader?.cancel()
      throw new ConnectionError(`the answer of ${response.url} is larger than ${maxBytes} bytes`, { retryable: false })
    }
    parts.push(read.value)
  }
  return parts
}

/** Reads the body of an answer as text, with the same bound. */
export const readText = async (response: Response, maxBytes: number): Promise<string> =>
  new Blob(await readBytes(response, maxBytes)).text()
