import { buildWorkers } from '../../platform/build.ts'
import { startLocalnet } from '../../test/support/localnet.ts'
import { closedLoop, type LoopResult } from '../closedLoop.ts'
import { median } from '../load.ts'
import { startPlainWorker } from './startPlainWorker.ts'
import { startPonder } from './startPonder.ts'

const ROUNDS = 5
/** As on Base: an answer of ours is read again from the chain once in this time. */
const BLOCK_TIME_MS = 2000

/** The answer of each peer. */
const ANSWERS = {
  'this service':
    'a report: strategies, fees and addresses too; validated, limited, with its block, at most one block time old',
  'viem and Hono in a Worker': 'six values, by a multicall for each request; without their block',
  Ponder: 'six values of its index; those of the block of the last event',
} as const

/** Rows of a table: the totals and the metadata of one vault by each of the peers, in alternating rounds; medians. */
export async function readCosts(peers: string): Promise<string[][]> {
  await buildWorkers()
  const net = await startLocalnet({
    inWorkerd: true,
    families: ['vault'],
    blockTimeMs: BLOCK_TIME_MS,
    variables: { LIMIT_MULTIPLIER: '1000000' },
  })
  const { vault, multicall3 } = net.world.contracts
  const plain = await startPlainWorker({ node: net.rpcUrl, multicall: multicall3 })
  const ponder = await startPonder(peers, 'vault', { node: net.rpcUrl, contract: vault })
  try {
    const targets: Record<keyof typeof ANSWERS, string> = {
      'this service': `${net.sockets['vault']}/v1/vault/${vault}/report`,
      'viem and Hono in a Worker': `${plain.url}vault/${vault}`,
      Ponder: `${ponder.url}/vault/${vault}`,
    }
    const names = ['this service', 'viem and Hono in a Worker', 'Ponder'] as const
    const seen = names.map((name) => ({ name, results: new Array<LoopResult>() }))
    for (let round = -1; round < ROUNDS; round++) {
      for (const { name, results } of seen) {
        const result = await closedLoop(() => ({ url: targets[name] }), { seconds: round < 0 ? 1 : 3 })
        if (result.failures.length > 0) throw new Error(`${name}: ${result.failures[0]}`)
        if (round >= 0) results.push(result)
      }
    }
    return seen.map(({ name, results }) => {
      const of = (key: 'perSecond' | 'p50' | 'p99' | 'bytes') => median(results.map((result) => result[key]))
      const times = [of('p50').toFixed(2), of('p99').toFixed(2)]
      return [name, of('perSecond').toFixed(0), ...times, of('bytes').toFixed(0), ANSWERS[name]]
    })
  } finally {
    await ponder.stop()
    await plain.stop()
    await net.stop()
  }
}
