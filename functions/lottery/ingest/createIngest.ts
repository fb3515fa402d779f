import { createLotteryInbox } from '../store/lotteryInbox.ts'
import { createSvmNode } from './createSvmNode.ts'
import type { Ingest } from './ingestSignatures.ts'
import { type IngestEnv, readIngestSettings } from './IngestSettings.ts'

/** Everything for reading tickets of the other chain; undefined if none is configured. */
export function createIngest(env: IngestEnv & { readonly DB: D1Database }, now: () => number): Ingest | undefined {
  const settings = readIngestSettings(env)
  return (
    settings && {
      node: createSvmNode(settings),
      inbox: createLotteryInbox(env.DB, settings),
      program: settings.program,
      now,
    }
  )
}
