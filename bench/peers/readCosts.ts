import { buildWorkers } from '../../platform/build.ts'
import { startLocalnet } from '../../test/support/localnet.ts'
import { closedLoop, type LoopResult } from '../closedLoop.ts'
import { median } from '../load.ts'
import { startPlainWorker } from './startPlainWorker.ts'
import { startPonder } from './startPonder.ts'

const ROUNDS = 5
/** As on Base: an answer of ours is read again from the chain once in this time. */
const BLOCK_TIME_MS = 2000

/** Rows of a table: the totals and the metadata of one vault by each of the peers, in alternating rounds; medians. */
export async function readCosts(peers: string): Promise<string[][]> {
  await buildWorkers()
  const net = await startLocalnet({
    own: true,
    families: ['vault'],
    blockTimeMs: BLOCK_TIME_MS,
    variables: { LIMIT_MULTIPLIER: '1000000' },
  })
  const { vault, multicall3 } = net.world.contracts
  const plain = await startPlainWorker({ node: net.rpcUrl, multicall: multicall3 })
  const ponder = await startPonder(peers, 'vault', { node: net.rpcUrl, contract: vault })
  try {
    const targets = {
      'this service: a report of the vault with its strategies, its fees and its addresses, validated, limited, with the block': `${net.sockets['vault']}/v1/vault/${vault}/report`,
      'viem + Hono: six values by a multicall for each request, without the block': `${plain.url}/vault/${vault}`,
      'Ponder: six values of its index, as of the block of the last event': `${ponder.url}/vault/${vault}`,
    }
    const seen = new Map<string, LoopResult[]>()
    for (let round = -1; round < ROUNDS; round++) {
      for (const [name, url] of Object.entries(targets)) {
        const result = await closedLoop(() => ({ url }), { seconds: round < 0 ? 1 : 3 })
        if (result.failures.length > 0) throw new Error(`${name}: ${result.failures[0]}`)
        if (round >= 0) seen.set(name, [...(seen.get(name) ?? []), result])
      }
    }
    return [...seen].map(([name, results]) => {
      const of = (key: 'perSecond' | 'p50' | 'p99' | 'bytes') => median(results.map((result) => result[key]))
      return [name, of('perSecond').toFixed(0), of('p50').toFixed(2), of('p99').toFixed(2), of('bytes').toFixed(0)]
    })
  } finally {
    await ponder.stop()
    await plain.stop()
    await net.stop()
  }
}
