import { indexCosts } from './indexCosts.ts'
import { installPeers } from './installPeers.ts'

const peers = await installPeers()
await indexCosts(peers, Number(process.argv[2] ?? 2000))
process.exit(0)
