import { setTimeout as sleep } from 'node:timers/promises'
import { askNode } from '../askNode.ts'

/** A transaction counts as forgotten after so many milliseconds without a new block. */
const LOOK_MS = 4000

/**
 * Mines transactions that an anvil in automine mode forgot. A transaction that arrives while anvil makes a block can stay in the
 * pool until the next one arrives (foundry-rs/foundry#10122). Does nothing while automine is off or blocks are being made, and
 * tries once: a transaction that a block did not take stays in the pool. Returns a function that ends it.
 *
 * @param wait for the time between two looks
 */
export function mineForgotten(url: string, wait: (signal: AbortSignal) => Promise<unknown> = betweenLooks): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const ask = (method: string) => askNode(url, method, [], signal)
  /** The newest block of the last look, if transactions waited then. */
  let before: unknown
  /** The newest block after the last one that was mined here. */
  let mined: unknown

  async function look(): Promise<void> {
    const isWaiting = (await ask('anvil_getAutomine')) === true && pendingIn(await ask('txpool_status')) > 0
    const head = isWaiting ? await ask('eth_blockNumber') : undefined
    const isForgotten = head !== undefined && head === before && head !== mined
    before = head
    if (!isForgotten) return
    await ask('evm_mine')
    mined = await ask('eth_blockNumber')
  }
  // A slow look delays the next one: two looks are never close together.
  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await wait(signal)
      if (!signal.aborted) await look()
    }
  }
  void watch()
  return () => ending.abort()
}

const betweenLooks = (signal: AbortSignal): Promise<unknown> =>
  sleep(LOOK_MS, undefined, { ref: false, signal }).catch(() => undefined)

function pendingIn(status: unknown): number {
  return typeof status === 'object' && status !== null && 'pending' in status ? Number(status.pending) : 0
}
