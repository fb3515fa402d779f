/** Bytes of an isolate's JavaScript heap. The bytes of buffers, such as kept bodies, are not in it. */
interface HeapUsage {
  readonly usedSize?: number
}

/**
 * Bytes of a Worker's JavaScript heap after a collection, by the runtime's inspector (Chrome DevTools protocol). `poke` sends
 * the Worker any request: the runtime collects when the isolate is next entered.
 */
export async function heapOf(inspector: URL, worker: string, poke: () => Promise<unknown>): Promise<number> {
  const socket = new WebSocket(new URL(`/core:user:${worker}`, inspector).href)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let last = 0
  const ask = (method: string) =>
    new Promise<HeapUsage>((resolve) => {
      const id = ++last
      socket.addEventListener('message', ({ data }) => {
        const message: { id?: number; result?: HeapUsage } = JSON.parse(String(data))
        if (message.id === id) resolve(message.result ?? {})
      })
      socket.send(JSON.stringify({ id, method }))
    })
  await ask('HeapProfiler.enable')
  // The second collection frees the objects that finalizers of the first one released.
  for (let i = 0; i < 2; i++) {
    const collected = ask('HeapProfiler.collectGarbage')
    const timer = setInterval(() => void poke().catch(() => undefined), 50)
    await collected
    clearInterval(timer)
  }
  const { usedSize = NaN } = await ask('Runtime.getHeapUsage')
  socket.close()
  return usedSize
}
