/**
 * A Worker that refuses an oversize body closes the connection, and the client may find that out only with its next
 * request on it. As RFC 9112 section 9.3.1 lets a client do, and as browsers do, that request goes out once more.
 */
const send = globalThis.fetch

const wasClosed = (error: unknown): boolean => {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'UND_ERR_SOCKET')
}

if (!('reconnects' in globalThis)) {
  Object.defineProperty(globalThis, 'reconnects', { value: true })
  globalThis.fetch = (...request: Parameters<typeof send>) =>
    send(...request).catch((error: unknown) => (wasClosed(error) ? send(...request) : Promise.reject(error)))
}
