import { afterEach, beforeEach, expect, test } from 'vitest'
import { requestsWith } from '../account/support.ts'
import { ask } from '../support/ask.ts'
import { startLocalnet, type BorrowedNet } from '../support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../support/rpcProxy.ts'
import { soak } from '../support/soak.ts'

let net: BorrowedNet
let first: RpcProxy
let second: RpcProxy
let turn = 0

/** Each test has isolates that know nothing of their nodes yet. */
beforeEach(async () => {
  net = await startLocalnet({
    families: ['vetoken', 'build'],
    blockTimeMs: 1,
    async nodeUrl(anvil) {
      first = await startRpcProxy(anvil)
      second = await startRpcProxy(anvil)
      return `${first.url},${second.url}`
    },
  })
})
afterEach(async () => {
  await net.stop()
  await first.stop()
  await second.stop()
})

const url = () => `${net.sockets['vetoken']}/v1/vetoken/user/${net.world.accounts[turn++ % 7]?.address}`
const blockOf = async (answer: Response): Promise<number> => {
  const { data }: { data: { asOf: { blockNumber: string } } } = JSON.parse(await answer.text())
  return Number(data.asOf.blockNumber)
}
const head = async () => Number(await ask(net.rpcUrl, 'eth_blockNumber'))
/** The newest block that is older than that (unix seconds). */
async function blockBefore(seconds: number): Promise<number> {
  for (let block = await head(); ; block--) {
    const found = Object(await ask(net.rpcUrl, 'eth_getBlockByNumber', `0x${block.toString(16)}`, false))
    if (Number(found.timestamp) < seconds) return block
  }
}

test('a node that is stuck loses its place to one at the head', async () => {
  await ask(net.rpcUrl, 'anvil_mine', '0x5')
  first.mode = { stuckAt: await blockBefore(Date.now() / 1000 - 30) }
  expect(await blockOf(await fetch(url()))).toBe(await head())
  const before = first.requests.length
  expect(await blockOf(await fetch(url()))).toBe(await head())
  expect(first.requests).toHaveLength(before)
})

test('the search of a call goes to the node at the head, not to one that is stuck', async () => {
  await ask(net.rpcUrl, 'anvil_mine', '0x5')
  first.mode = { stuckAt: await blockBefore(Date.now() / 1000 - 30) }
  const [from, to] = net.world.accounts.map(({ address }) => address)
  const search = `${net.sockets['build']}/v1/build/status?from=${from}&to=${to}&data=0x12345678`
  expect(await blockOf(await fetch(search))).toBe(await head())
})

test('minBlock asks the other node before it gives up, and says which block the best one is at', async () => {
  await ask(net.rpcUrl, 'evm_mine')
  const newest = await head()
  first.mode = { stuckAt: newest - 1 }
  expect(await blockOf(await fetch(`${url()}?minBlock=${newest}`))).toBe(newest)
  const refused = await fetch(`${url()}?minBlock=${newest + 1}`)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await refused.json()).toEqual({
    success: false,
    error: `behind_requested_block: the newest readable block is ${newest}`,
  })
})

test('while every node fails, what is kept is served, marked stale; else 502 with Retry-After, until one is back', async () => {
  const known = url()
  expect((await fetch(known)).status).toBe(200)
  for (const proxy of [first, second]) proxy.mode = 'drop'
  const answers: Response[] = []
  for (let i = 0; i < 4; i++) answers.push(await fetch(url()))
  expect(answers.map(({ status }) => status)).toEqual([502, 502, 502, 502])
  for (const answer of answers) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const stale = await fetch(known)
  expect([stale.status, stale.headers.has('x-stale')]).toEqual([200, true])
  // A node that fails at once is queried again at once.
  second.mode = 'pass'
  const back = await fetch(known)
  expect([back.status, back.headers.has('x-stale')]).toEqual([200, false])
})

test('nodes that hang cost their time once: then kept answers are served, and anything else is 504, without a request to them', async () => {
  const known = url()
  expect((await fetch(known)).status).toBe(200)
  for (const proxy of [first, second]) proxy.mode = 'hang'
  await net.changeTime('vetoken', { timeOuts: soak(0.05, 1) })
  expect((await fetch(url())).status).toBe(504)
  // The log index has an isolate, and a memory of its own.
  const escrow = net.world.contracts.veToken.slice(2).toLowerCase()
  const countRequests = () => [first, second].map((proxy) => requestsWith(proxy, escrow))
  const before = countRequests()
  const stale = await fetch(known)
  expect([stale.status, stale.headers.has('x-stale')]).toEqual([200, true])
  const failed = await fetch(url())
  expect(failed.status).toBe(504)
  expect(Number(failed.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(countRequests()).toEqual(before)
})
