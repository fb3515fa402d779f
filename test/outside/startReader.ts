import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import * as z from 'zod'
import { freePorts } from '../../localnet/ports.ts'
import { COMPATIBILITY_DATE, COMPATIBILITY_FLAGS } from '../../platform/workers.ts'
import { bundleWorker } from '../support/bundleWorker.ts'

/** A result with its bytes as text. */
const Result = z.object({
  ok: z.boolean(),
  finalUrl: z.string().nullable(),
  status: z.number().nullable(),
  failure: z.string().optional(),
  detail: z.string().optional(),
  contentType: z.string().nullable().optional(),
  bytes: z.string().optional(),
})
export type ReadResult = z.output<typeof Result>

export interface Reader {
  /** URL of the runtime itself. */
  readonly host: string
  read(uri: string, bounds?: { readonly maxBytes?: number; readonly milliseconds?: number }): Promise<ReadResult>
  stop(): Promise<void>
}

/** `readOutside` in workerd, with variables of its environment. */
export async function startReader(
  variables: Readonly<Record<string, string>>,
  outboundService?: V4WorkerOptions['outboundService'],
): Promise<Reader> {
  const script = await bundleWorker({ file: path.join(import.meta.dirname, 'inWorkerd.ts') })
  const [port = 0] = await freePorts(1)
  const host = `http://127.0.0.1:${port}`
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: 'outside',
      modules: true,
      script,
      compatibilityDate: COMPATIBILITY_DATE,
      compatibilityFlags: COMPATIBILITY_FLAGS,
      bindings: { BASE_URL: `${host}/api`, LOG_LEVEL: 'off', ...variables },
      host: '127.0.0.1',
      port,
      cf: false,
      ...(outboundService === undefined ? {} : { outboundService }),
    }),
  )
  await runtime.ready
  return {
    host,
    async read(uri, bounds = {}) {
      const response = await fetch(host, { method: 'POST', body: JSON.stringify({ uri, ...bounds }) })
      return Result.parse(await response.json())
    },
    stop: () => runtime.dispose(),
  }
}
