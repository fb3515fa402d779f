import { once } from 'node:events'

/** Looks at a Worker's JavaScript heap every 20 ms, by the runtime's inspector; `stop` returns the most in MiB, garbage included. */
export async function watchHeap(inspector: URL): Promise<{ stop(): number }> {
  const socket = new WebSocket(inspector.href)
  await once(socket, 'open')
  let most = 0
  socket.addEventListener('message', ({ data }) => {
    const { result }: { result?: { usedSize?: number } } = JSON.parse(String(data))
    most = Math.max(most, result?.usedSize ?? 0)
  })
  let id = 0
  const timer = setInterval(() => socket.send(JSON.stringify({ id: ++id, method: 'Runtime.getHeapUsage' })), 20)
  return {
    stop() {
      clearInterval(timer)
      socket.close()
      return most / 2 ** 20
    },
  }
}
