import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200
/** A chain without blocks is looked at as often as a cron would. */
const IDLE_MS = 60_000

/**
 * Runs a job at every new block of a chain, and at least once a minute, one run at a time; blocks that come meanwhile cost
 * one more run. A node that is away is waited for. Returns how to stop; that resolves when the last run is over.
 */
export function followBlocks(rpcUrl: string, job: () => Promise<unknown>): () => Promise<void> {
  const stopping = new AbortController()
  const loop = async () => {
    let last: string | undefined
    let ranAt = 0
    while (!stopping.signal.aborted) {
      const block = await newestBlock(rpcUrl)
      if (block !== undefined && (block !== last || Date.now() - ranAt >= IDLE_MS)) {
        last = block
        ranAt = Date.now()
        await job().catch((error: unknown) => {
          if (!stopping.signal.aborted) console.error('the job at a block failed', error)
        })
      }
      await sleep(POLL_MS)
    }
  }
  const running = loop()
  return async () => {
    stopping.abort()
    await running
  }
}

/** Hash of the newest block: a reorganisation is a new block too, even at the same height. */
async function newestBlock(rpcUrl: string): Promise<string | undefined> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] })
  try {
    const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const reply: { result?: { hash?: string } } = JSON.parse(await response.text())
    return reply.result?.hash
  } catch {
    return undefined
  }
}
