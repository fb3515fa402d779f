import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { requireNode } from '../../localnet/askNode.ts'
import { followBlocks } from '../../localnet/followBlocks.ts'
import { startAnvil, type Anvil } from '../../localnet/world/startAnvil.ts'
import { ask } from '../support/ask.ts'
import { type RpcProxy, startRpcProxy } from '../support/rpcProxy.ts'

let anvil: Anvil
let proxy: RpcProxy
beforeEach(async () => {
  anvil = await startAnvil()
  proxy = await startRpcProxy(anvil.url)
})
afterEach(async () => {
  await proxy.stop()
  await anvil.stop()
})

/** Follows the proxy's blocks; each event comes once something has happened. */
function follow(blockTimeMs: number) {
  const events = new EventTarget()
  const lines: string[] = []
  let runs = 0
  const stop = followBlocks({
    rpcUrl: `${proxy.url},http://127.0.0.1:9`,
    blockTimeMs,
    async job() {
      runs++
      events.dispatchEvent(new Event('run'))
    },
    say(line) {
      lines.push(line)
      events.dispatchEvent(new Event('say'))
    },
  })
  return { stop, lines, runs: () => runs, next: (event: 'run' | 'say') => once(events, event) }
}

describe('following blocks', () => {
  test('runs the job at each new block', async () => {
    const following = follow(1)
    await following.next('run')
    const again = following.next('run')
    await ask(anvil.url, 'evm_mine')
    await again
    await following.stop()
    expect(following.runs()).toBe(2)
    expect(following.lines).toEqual([])
  })

  test('says that the node went away, once, and that it is back', async () => {
    const following = follow(1)
    await following.next('run')
    const gone = following.next('say')
    proxy.mode = 'drop'
    await gone
    const before = proxy.requests.length
    await vi.waitUntil(() => proxy.requests.length >= before + 2, { timeout: 45_000, interval: 10 })
    const back = following.next('say')
    proxy.mode = 'pass'
    await back
    await following.stop()
    const host = new URL(proxy.url).host
    expect(following.lines).toEqual([`the node at ${host} does not answer`, `the node at ${host} answers again`])
  })

  test('asks once a block time, and ends at once all the same', async () => {
    const following = follow(3_600_000)
    await following.next('run')
    await following.stop()
    expect(proxy.requests).toHaveLength(1)
  })
})

describe('a node that is to be served', () => {
  test('is taken where it answers and is of the chain, beside others that are away', async () => {
    await requireNode(`http://127.0.0.1:9 ${proxy.url}`, 31337)
  })

  test('is refused by its host alone where none answers', async () => {
    const refusal = requireNode('http://user:pass@127.0.0.1:9/v2/key', 31337)
    await expect(refusal).rejects.toThrow(
      '--rpc: no node answers at 127.0.0.1:9; start a node there, or pass another URL',
    )
  })

  test('is refused where it is of another chain', async () => {
    await expect(requireNode(proxy.url, 8453)).rejects.toThrow('is on chain 31337, but --config is for chain 8453')
  })
})
