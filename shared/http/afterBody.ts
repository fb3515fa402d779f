/** What is read of a body that nobody needs; past that the connection is lost instead. */
const MAX_BYTES = 1024 * 1024
const MAX_MS = 1000

/**
 * The answer, once what the request still sends has been read. The runtime cuts a connection that it has answered before
 * the body was through, and whatever the client sends on it next is lost (RFC 9112 section 9.3; it keeps `Connection` to
 * itself, so an answer can't say so). At most 1 MiB and a second: a larger or slower body costs its connection.
 */
export async function afterBody(request: Request, answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer
  const { body } = request
  if (body === null || body.locked || Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) return response
  const reader = body.getReader()
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), MAX_MS)
  try {
    for (let left = MAX_BYTES; left >= 0;) {
      const { done, value } = await reader.read()
      if (done) break
      left -= value.byteLength
    }
  } catch {
    // The client is gone, and so is its connection.
  } finally {
    clearTimeout(timer)
  }
  return response
}
