import { createChain } from '../../../shared/chain/chain.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import type { BoardView, ChainHealth, Standing, State } from '../../../shared/durable/statusBoard.ts'
import { chainOf } from '../../../shared/env/env.ts'
import { BEHIND, LOOKED } from '../../../shared/events/eventsFromIndex.ts'
import { createChainHealth } from '../../../shared/http/chainHealth.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import { within } from '../../../shared/http/within.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { createIndexStandings, type IndexProgress } from '../../../shared/store/indexStandings.ts'
import type { BoardEnv } from '../env.ts'
import type { Parts } from './createParts.ts'

/** How long the store may take to return the progress of the index. */
const PATIENCE_MS = 1500
/** How long all nodes may take. A caller waits for less; the next probe shows the result. */
const NODES_MS = 3000

/** Reads the state of nodes and index. Never throws their errors: an unreadable part is down or unknown. */
export type Probe = (waitUntil: WaitUntil) => Promise<BoardView>

type Reading = { readonly progress: IndexProgress | null; readonly ms: number } | 'unreachable'

export function createProbe(env: BoardEnv, parts: Parts): Probe {
  const config = chainOf(env)
  const { RPC_URLS: urls } = env
  const rpc = createRpc({ urls, timeoutMs: NODES_MS, blockTimeMs: config.blockTimeMs })
  const readHealth = createChainHealth(createChain(config, rpc), Date.now, 0)
  const standings = createIndexStandings(openDatabase(env.DB))

  async function readProgress(): Promise<Reading> {
    const from = Date.now()
    try {
      const progress = await within(PATIENCE_MS, standings.progress(config.chainId))
      return { progress, ms: Date.now() - from }
    } catch {
      return 'unreachable'
    }
  }

  return async (waitUntil) => {
    const [chain, reading] = await Promise.all([readHealth(waitUntil), readProgress()])
    const now = Date.now()
    const seen = (name: string, state: State, ms: number | null = null): Standing => parts.seen(name, state, ms, now)
    const nodes = rpc.views()
    const { limiter, ...providers } = parts.all(now)
    const index = indexOf(reading, chain, Math.floor(now / 1000))
    return {
      at: Math.floor(now / 1000),
      chain,
      rpc:
        urls.length === 0
          ? null
          : { ...seen('rpc', stateOfNodes(chain, nodes), chain.reachable ? chain.latencyMs : null), nodes },
      index: config.contracts.registry && urls.length > 0 ? { ...index, ...seen('index', index.state) } : null,
      store: reading === 'unreachable' ? seen('store', 'down') : seen('store', 'ok', reading.ms),
      limiter: limiter ?? { state: 'unknown', since: null, latencyMs: null, lastCallAt: null },
      providers,
    }
  }
}

/** The nodes together are degraded while one answers and another does not, or is behind. */
function stateOfNodes({ reachable }: ChainHealth, nodes: readonly State[]): State {
  if (!reachable) return 'down'
  return nodes.some((node) => node === 'down' || node === 'degraded') ? 'degraded' : 'ok'
}

/**
 * How far the index is behind the newest block. It is degraded when so far that lists are read from the node instead, and
 * down when its job has stopped, or never began; unknown where either end of the distance is.
 */
function indexOf(reading: Reading, chain: ChainHealth, now: number) {
  if (reading === 'unreachable')
    return { state: 'unknown' as const, blockNumber: null, lagBlocks: null, checkedAt: null }
  const { slowest = null, checkedAt = null } = reading.progress ?? {}
  const blockNumber = slowest && slowest.time !== null ? slowest.block : null
  const lagBlocks =
    blockNumber !== null && chain.reachable ? Math.max(0, Number(chain.blockNumber) - blockNumber) : null
  const state = (): State => {
    if (blockNumber === null) return 'down'
    if (lagBlocks === null) return 'unknown'
    if (lagBlocks > 0 && checkedAt !== null && now - checkedAt > LOOKED) return 'down'
    return lagBlocks > BEHIND ? 'degraded' : 'ok'
  }
  return { state: state(), blockNumber: blockNumber?.toString() ?? null, lagBlocks, checkedAt }
}
