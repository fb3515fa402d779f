import { indexCosts } from './indexCosts.ts'
import { installPeers } from './installPeers.ts'

/** Prints what peers cost beside this service, on this machine; the seconds of one run compare, those of two do not. */
const EVENTS_BLOCKS = Number(process.argv[2] ?? 2000)
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  console.log(`${[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`)

const peers = await installPeers()
table(
  ['index of 200 000 events', 'seconds', 'events/s', 'to Ponder', 'MiB at most', 'upstream requests'],
  await indexCosts(peers, EVENTS_BLOCKS),
)
process.exit(0)
