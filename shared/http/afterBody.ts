const MIB = 1024 * 1024

/** How much of an unused body is read, and for how long; a larger or slower one costs its connection. */
export interface Drain {
  readonly bytes: number
  readonly ms: number
}
const USUAL: Drain = { bytes: MIB, ms: 1000 }

/** The drain of a Worker whose largest body has this bound: if large bodies are accepted, one over the bound gets its 413 too. */
export const drainFor = (bound: number): Drain => (bound > MIB ? { bytes: bound + 2 * MIB, ms: 2000 } : USUAL)

/**
 * The answer, once the rest of the request has been read. If the runtime answers before the body has arrived, it cuts
 * the connection, and the client's next request on it is lost (RFC 9112 section 9.3; the runtime controls
 * `Connection`, so an answer cannot announce that). At most 1 MiB and one second, unless the Worker states otherwise.
 */
export async function afterBody(
  request: Request,
  answer: Response | Promise<Response>,
  { bytes, ms }: Drain = USUAL,
): Promise<Response> {
  const response = await answer
  const { body } = request
  if (body === null || body.locked || Number(request.headers.get('content-length') ?? 0) > bytes) return response
  const reader = body.getReader()
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), ms)
  try {
    for (let left = bytes; left >= 0;) {
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
