import { setTimeout as sleep } from 'node:timers/promises'
import { list } from '../shared/env/formats.ts'
import { askNode, hostOf } from './askNode.ts'

/** How often the newest block is checked: once per block time, within these limits. */
const FASTEST_MS = 200
const SLOWEST_MS = 10_000
/** A chain without blocks is checked as often as a cron job would. */
const IDLE_MS = 60_000

interface Following {
  /** URLs of nodes, separated by commas or blanks; the first is followed. */
  readonly rpcUrl: string
  readonly blockTimeMs: number
  readonly job: () => Promise<unknown>
  /** Resolves when the chain runs; it is not polled before. */
  readonly there?: Promise<unknown> | undefined
  readonly say?: (line: string) => void
}

/**
 * Runs a job at every new block of a chain, and at least once a minute, one run at a time; blocks that arrive during a
 * run cause one more run. If the node is unreachable, it waits, and logs that and the return. Returns a function that
 * stops it; that resolves when the last run is over.
 */
export function followBlocks({ rpcUrl, blockTimeMs, job, there, say = console.error }: Following): () => Promise<void> {
  const [url = rpcUrl] = list(rpcUrl)
  const stopping = new AbortController()
  const pause = Math.min(SLOWEST_MS, Math.max(FASTEST_MS, blockTimeMs))
  const loop = async () => {
    // The caller that started the chain reports why it failed.
    await there?.catch(() => stopping.abort())
    let last: string | undefined
    let ranAt = 0
    let isAway = false
    while (!stopping.signal.aborted) {
      const block = await newestBlock(url, stopping.signal)
      if ((block === undefined) !== isAway && !stopping.signal.aborted) {
        isAway = block === undefined
        say(isAway ? `the node at ${hostOf(url)} does not answer` : `the node at ${hostOf(url)} answers again`)
      }
      if (block !== undefined && (block !== last || Date.now() - ranAt >= IDLE_MS)) {
        last = block
        ranAt = Date.now()
        await job().catch((error: unknown) => {
          if (!stopping.signal.aborted) console.error('the job of a new block failed:', error)
        })
      }
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return async () => {
    stopping.abort()
    await running
  }
}

/** Hash of the newest block: a reorganisation is a new block too, even at the same height. */
async function newestBlock(url: string, stopping: AbortSignal): Promise<string | undefined> {
  const block = await askNode(url, 'eth_getBlockByNumber', ['latest', false], stopping)
  return typeof block === 'object' && block !== null && 'hash' in block && typeof block.hash === 'string'
    ? block.hash
    : undefined
}
