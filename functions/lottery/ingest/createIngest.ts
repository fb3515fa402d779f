import { createLotteryInbox } from '../store/lotteryInbox.ts'
import { createSvmNode, type IngestEnv, readIngestSettings } from './createSvmNode.ts'
import type { Ingest } from './ingestSignatures.ts'

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
