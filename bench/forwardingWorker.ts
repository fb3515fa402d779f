import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { freePorts } from '../localnet/ports.ts'
import { COMPATIBILITY_DATE } from '../platform/workers.ts'

/** The least that a proxy can do: a Worker that hands bodies on, unseen, and streams what comes back. */
export async function startForwardingWorker(node: string): Promise<{ url: string; stop(): Promise<void> }> {
  const [port = 0] = await freePorts(1)
  const headers = JSON.stringify({ 'content-type': 'application/json' })
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      workers: [
        {
          name: 'forwarding',
          modules: true,
          script: `export default {
            fetch: ({ body }) => fetch(${JSON.stringify(node)}, { method: 'POST', headers: ${headers}, body }),
          }`,
          compatibilityDate: COMPATIBILITY_DATE,
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
    }),
  )
  await runtime.ready
  return { url: `http://127.0.0.1:${port}/`, stop: () => runtime.dispose() }
}
