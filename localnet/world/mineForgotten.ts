import { askNode } from '../askNode.ts'

/** How long a transaction waits before it is looked at again, in milliseconds. */
const LOOK_MS = 2000

/**
 * Has an anvil that mines a block for each transaction mine those that it forgot: one that arrives while a block is made may
 * otherwise wait for the next one for ever (foundry-rs/foundry#10122). Nothing is mined for a node that was told to wait, nor
 * twice for what no block can take. Returns what ends it.
 */
export function mineForgotten(url: string): () => void {
  const ending = new AbortController()
  let waiting = 0
  let isMined = false
  const look = async () => {
    const ask = (method: string) => askNode(url, method, [], ending.signal)
    const now = (await ask('anvil_getAutomine')) === true ? pendingIn(await ask('txpool_status')) : 0
    const isForgotten = now > 0 && waiting > 0
    waiting = now
    if (isForgotten && !isMined) await ask('evm_mine')
    isMined = isForgotten
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
