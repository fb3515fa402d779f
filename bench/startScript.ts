import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { freePorts } from '../localnet/ports.ts'
import { COMPATIBILITY_DATE } from '../platform/workers.ts'

export interface Script {
  readonly url: string
  stop(): Promise<void>
}

/** Runs the module of a Worker in a runtime of its own: what others are compared with. */
export async function startScript(
  script: string,
  { bindings = {}, inspectorPort }: { bindings?: Readonly<Record<string, string>>; inspectorPort?: number } = {},
): Promise<Script> {
  const [port = 0] = await freePorts(1)
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      ...(inspectorPort === undefined ? {} : { inspectorPort }),
      workers: [
        {
          name: 'bench-script',
          modules: true,
          script,
          compatibilityDate: COMPATIBILITY_DATE,
          bindings,
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
    }),
  )
  await runtime.ready
  return { url: `http://127.0.0.1:${port}/`, stop: () => runtime.dispose() }
}
