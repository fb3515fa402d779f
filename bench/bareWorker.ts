import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { freePorts } from '../localnet/ports.ts'
import { COMPATIBILITY_DATE } from '../platform/workers.ts'

/** The least that a Worker can do: the baseline for all others. */
export async function startBareWorker(): Promise<{ url: string; stop(): Promise<void> }> {
  const [port = 0] = await freePorts(1)
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      workers: [
        {
          name: 'bare',
          modules: true,
          script: `export default { fetch: () => new Response('ok') }`,
          compatibilityDate: COMPATIBILITY_DATE,
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
    }),
  )
  await runtime.ready
  return { url: `http://127.0.0.1:${port}/`, stop: () => runtime.dispose() }
}
