import { once } from 'node:events'
import type { Server } from 'node:http'

/** Starts a server on a free loopback port; stopping it also ends its connections. */
export async function listen(server: Server): Promise<{ url: string; stop: () => Promise<void> }> {
  // A client that keeps a connection for half a minute must not find it closed.
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not have a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
