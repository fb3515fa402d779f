import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Whether a port of the loopback interface is free to listen on now. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * Below the ports that operating systems assign to outgoing connections, which could take one again before it is used.
 */
const LOWEST = 12_000
const HIGHEST = 32_000

/**
 * Random ports that nobody listens on. Each is reserved for this process for its life, whether it listens yet or not:
 * an abstract socket (unix(7)) keeps every other process that uses this function from it, as in lockFolder.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(LOWEST, HIGHEST)
    if ((await reserve(port)) && (await isFree(port))) ports.push(port)
  }
  return ports
}

/** Whether a port is reserved for this process from now on. Systems other than Linux have no such sockets. */
const reserve = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    if (process.platform !== 'linux') return resolve(true)
    const server = createServer().unref()
    server.once('error', () => resolve(false))
    server.listen(`\0localnet-port-${port}`, () => resolve(true))
  })
