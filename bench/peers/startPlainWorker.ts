import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { Address } from 'viem'
import { freePorts } from '../../localnet/ports.ts'
import { COMPATIBILITY_DATE } from '../../platform/workers.ts'
import { bundleWorker } from '../../test/support/bundleWorker.ts'

/** plainWorker.ts in workerd. */
export async function startPlainWorker(of: {
  readonly node: string
  readonly multicall: Address
}): Promise<{ url: string; stop(): Promise<void> }> {
  const [port = 0] = await freePorts(1)
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      workers: [
        {
          name: 'plain',
          modules: true,
          script: await bundleWorker({ file: path.join(import.meta.dirname, 'plainWorker.ts') }),
          compatibilityDate: COMPATIBILITY_DATE,
          bindings: { NODE: of.node, MULTICALL: of.multicall },
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
    }),
  )
  await runtime.ready
  return { url: `http://127.0.0.1:${port}`, stop: () => runtime.dispose() }
}
