/**
 * A Worker that refuses a request without reading its body closes the connection, and a client that keeps it may find
 * that out only with its next request. So what has a body goes out on a connection of its own (RFC 9112 section 9.6), and
 * no other request is lost. Nothing is sent twice: a connection that a Worker drops fails the test.
 */
const send = globalThis.fetch

if (!('closesAfterBody' in globalThis)) {
  Object.defineProperty(globalThis, 'closesAfterBody', { value: true })
  globalThis.fetch = (input, init) => {
    if (init?.body === undefined || init.body === null) return send(input, init)
    const headers = new Headers(init.headers)
    headers.set('connection', 'close')
    return send(input, { ...init, headers })
  }
}
