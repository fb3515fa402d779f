/** How much of an unused body is read; a larger one costs its connection. */
const MAX_BYTES = 16 * 1024 * 1024
const MAX_MS = 2000

/**
 * The answer, once the rest of the request has been read. If the runtime answers before the body has arrived, it cuts
 * the connection, and whatever the client sends next on it is lost (RFC 9112 section 9.3; the runtime controls
 * `Connection`, so an answer cannot announce that). At most 16 MiB, which is more than any body that is taken, and
 * two seconds: a larger or slower body costs its connection.
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
