import { indexCosts } from './indexCosts.ts'
import { installPeers } from './installPeers.ts'
import { readCosts } from './readCosts.ts'

/** Prints what peers cost beside this service; the first argument is the number of blocks of events. */
const blocks = Number(process.argv[2] ?? 2000)
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  console.log(`${[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`)

const peers = await installPeers()
table(
  ['log index', 'events', 'seconds', 'events/s', 'to Ponder', 'MiB at most', 'upstream requests'],
  await indexCosts(peers, blocks),
)
table(['one vault, 16 connections', 'requests/s', 'p50, ms', 'p99, ms', 'bytes', 'answer'], await readCosts(peers))
process.exit(0)
