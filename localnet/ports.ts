import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Whether a port of the loopback interface can be listened on now. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Below the ports that operating systems give to outgoing connections, which could take one again before it is used. */
const LOWEST = 12_000
const HIGHEST = 32_000

/** Ports that nobody listens on, all different, at random, so that two callers at the same time get different ones. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(LOWEST, HIGHEST)
    if (!ports.has(port) && (await isFree(port))) ports.add(port)
  }
  return [...ports]
}
