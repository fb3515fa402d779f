/**
 * A Worker that refuses an oversize body closes the connection, and a client that keeps it may find that out only with its
 * next request. So a large body goes out on a connection of its own (RFC 9112 section 9.6), and no other test's request
 * is lost. Everything else is sent as it is: a connection that a Worker drops fails the test.
 */
const send = globalThis.fetch
const LARGE = 8192

if (!('closesLarge' in globalThis)) {
  Object.defineProperty(globalThis, 'closesLarge', { value: true })
  globalThis.fetch = (input, init) => {
    if (typeof init?.body !== 'string' || init.body.length <= LARGE) return send(input, init)
    const headers = new Headers(init.headers)
    headers.set('connection', 'close')
    return send(input, { ...init, headers })
  }
}
