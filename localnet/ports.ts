import { createServer } from 'node:net'

/** Whether a port of the loopback interface can be listened on now. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Ports that nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ port: number; close: () => Promise<void> }>((resolve, reject) => {
          const server = createServer()
          server.once('error', reject)
          server.listen(0, '127.0.0.1', () => {
            const address = server.address()
            if (address === null || typeof address === 'string') return reject(new Error('no port'))
            resolve({ port: address.port, close: () => new Promise((done) => server.close(() => done())) })
          })
        }),
    ),
  )
  await Promise.all(servers.map((server) => server.close()))
  return servers.map((server) => server.port)
}
