import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { accountOf, requestsWith, signIn } from '../account/support.ts'
import { D1, scriptName } from '../../scripts/workers.ts'
import { ask } from './ask.ts'
import { startLocalnet } from './localnet.ts'
import { startRpcProxy, type RpcProxy } from './rpcProxy.ts'

const Answer = z.object({ data: z.object({ asOf: z.object({ blockNumber: z.string() }) }) })

let end: (() => Promise<void>) | undefined
afterEach(async () => {
  await end?.()
  end = undefined
})

/** A loan behind a recording node; answers are kept for an hour. It ends with the next one, or with the test. */
async function borrow(variables: Readonly<Record<string, string>> = {}) {
  await end?.()
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['account', 'vault', 'vetoken'],
    blockTimeMs: 3_600_000,
    variables,
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const node = proxy
  end = async () => {
    await net.stop()
    await node.stop()
  }
  const user = accountOf(net, 'voter').address
  const d1: D1Database = await net.runtime.getD1Database(D1.binding, scriptName('core'))
  return {
    ...net,
    node,
    d1,
    read: () => fetch(`${net.api}/v1/vetoken/user/${user}`, { headers: { 'cf-connecting-ip': '192.0.2.1' } }),
    reads: () => requestsWith(node, user.slice(2)),
    me: (token: string) => fetch(`${net.api}/auth/me`, { headers: { authorization: `Bearer ${token}` } }),
  }
}

test('who borrows the Workers after another sees nothing of what that one did', async () => {
  const first = await borrow({ LIMIT_READ: '2', LIMIT_MULTIPLIER: '1' })
  const { runtime } = first
  await ask(first.rpcUrl, 'anvil_mine', '0x64')
  const { blockNumber } = Answer.parse(await (await first.read()).json()).data.asOf
  expect((await first.read()).status).toBe(200)
  expect(first.reads()).toBe(1)
  expect((await first.read()).status).toBe(429)
  const { token } = await signIn(first.api, accountOf(first, 'voter'))
  expect((await first.me(token)).status).toBe(200)
  expect((await first.d1.prepare('SELECT * FROM profiles').all()).results).toHaveLength(1)

  const second = await borrow()
  expect(second.runtime).toBe(runtime)
  // Neither the answer, nor the budget that was used up.
  const answer = await second.read()
  expect(answer.status).toBe(200)
  expect(Number(Answer.parse(await answer.json()).data.asOf.blockNumber)).toBeLessThan(Number(blockNumber))
  expect(second.reads()).toBe(1)
  // Neither the session nor the account.
  expect((await second.me(token)).status).toBe(401)
  expect((await second.d1.prepare('SELECT * FROM profiles').all()).results).toHaveLength(0)
  // Nor, to a third, a node that does not answer: nothing stands in for what was read through another.
  const third = await borrow()
  third.node.mode = 'drop'
  expect((await third.read()).status).toBe(502)
  const fourth = await borrow()
  expect((await fourth.read()).status).toBe(200)
})

test('a family that was not asked for is not there', async () => {
  const net = await startLocalnet({ families: ['vetoken'] })
  end = net.stop
  expect(Object.keys(net.sockets).toSorted()).toEqual(['core', 'gateway', 'vetoken'])
  const { contracts } = net.world
  expect((await fetch(`${net.api}/v1/vault/${contracts.vault}/report`)).status).toBe(404)
})
