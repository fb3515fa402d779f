import { askNode } from '../askNode.ts'

/** How long a transaction waits without a block before it counts as forgotten, in milliseconds. */
const LOOK_MS = 4000

/**
 * Has an anvil that mines a block for each transaction mine those that it forgot: one that arrives while a block is made may
 * otherwise wait for the next one for ever (foundry-rs/foundry#10122). Nothing is mined for a node that was told to wait, for
 * one that makes blocks meanwhile, nor twice for what no block can take. Returns what ends it.
 */
export function mineForgotten(url: string): () => void {
  const ending = new AbortController()
  const ask = (method: string) => askNode(url, method, [], ending.signal)
  /** The newest block of the last look, if transactions waited then. */
  let before: unknown
  let mined: unknown
  const look = async () => {
    const isWaiting = (await ask('anvil_getAutomine')) === true && pendingIn(await ask('txpool_status')) > 0
    const head = isWaiting ? await ask('eth_blockNumber') : undefined
    const isForgotten = head !== undefined && head === before && head !== mined
    before = head
    if (!isForgotten) return
    await ask('evm_mine')
    // What waits on is not for this block to take, nor for another.
    mined = await ask('eth_blockNumber')
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}

function pendingIn(status: unknown): number {
  return typeof status === 'object' && status !== null && 'pending' in status ? Number(status.pending) : 0
}
