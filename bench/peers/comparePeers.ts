import { openReport } from '../openReport.ts'
import { indexCosts } from './indexCosts.ts'
import { installPeers } from './installPeers.ts'
import { readCosts } from './readCosts.ts'

/** Prints what peers cost beside this service; an argument is the number of blocks of events, and `--write` keeps it. */
const blocks = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 2000)
const { table, write } = openReport()

const peers = await installPeers()
table(
  ['log index', 'events', 'seconds', 'events/s', 'to Ponder', 'MiB at most', 'upstream requests'],
  await indexCosts(peers, blocks),
)
table(['one vault, 16 connections', 'requests/s', 'p50, ms', 'p99, ms', 'bytes', 'answer'], await readCosts(peers))
await write('PEERS.md', '# Peers\n\nPrinted by `npm run bench:peers -- --write`, in one run on one machine.')
process.exit(0)
