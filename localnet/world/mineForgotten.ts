import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { askNode } from '../askNode.ts'

/** A transaction counts as forgotten after so many milliseconds without a new block. */
const LOOK_MS = 4000

/**
 * Mines transactions that an anvil in automine mode forgot. A transaction that arrives while anvil makes a block can stay in the
 * pool until the next one arrives (foundry-rs/foundry#10122). Does nothing while automine is off or blocks are being made, and
 * tries once: transactions that a block did not take stay in the pool. Returns a function that ends it.
 *
 * @param wait for the time between two looks
 */
export function mineForgotten(url: string, wait: (signal: AbortSignal) => Promise<unknown> = betweenLooks): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const ask = (method: string) => askNode(url, method, [], signal)
  /** The newest block and what waited at the last look; undefined if nothing did. */
  let before: string | undefined
  /** The transactions that the last block mined here did not take. */
  let left: string | undefined

  async function look(): Promise<void> {
    const waiting = (await ask('anvil_getAutomine')) === true ? pendingIn(await ask('txpool_content')) : undefined
    const now = waiting === undefined ? undefined : `${String(await ask('eth_blockNumber'))} ${waiting}`
    const isForgotten = now !== undefined && now === before && waiting !== left
    before = now
    if (!isForgotten) return
    await ask('evm_mine')
    left = pendingIn(await ask('txpool_content'))
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

const Pool = z.object({ pending: z.record(z.string(), z.record(z.string(), z.object({ hash: z.string() }))) })

/** Hashes of the transactions that a block could take; undefined if there are none. */
function pendingIn(content: unknown): string | undefined {
  const { data } = Pool.safeParse(content)
  const hashes = Object.values(data?.pending ?? {}).flatMap((own) => Object.values(own).map(({ hash }) => hash))
  return hashes.length === 0 ? undefined : hashes.toSorted().join(' ')
}
