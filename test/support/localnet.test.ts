import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { award } from '../../localnet/seed.ts'
import { accountOf, requestsWith, signIn } from '../account/support.ts'
import { ask } from './ask.ts'
import { inOneMinute, refusal } from './inOneMinute.ts'
import { startLocalnet } from './localnet.ts'
import { startRpcProxy, type RpcProxy } from './rpcProxy.ts'

const Answer = z.object({ data: z.object({ asOf: z.object({ blockNumber: z.string() }) }) })

let end: (() => Promise<void>) | undefined
afterEach(async () => {
  await end?.()
  end = undefined
})

/** Workers behind a recording node; answers are kept for an hour. They end with the next ones, or with the test. */
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
  const d1 = await net.database()
  return {
    ...net,
    node,
    d1,
    read: (client = '192.0.2.1') =>
      fetch(`${net.api}/v1/vetoken/user/${user}`, { headers: { 'cf-connecting-ip': client } }),
    reads: () => requestsWith(node, user.slice(2)),
    me: (token: string) => fetch(`${net.api}/auth/me`, { headers: { authorization: `Bearer ${token}` } }),
  }
}

test('Workers that are started after others see nothing of those', async () => {
  const first = await borrow({ LIMIT_READ: '2', LIMIT_MULTIPLIER: '1' })
  await ask(first.rpcUrl, 'anvil_mine', '0x64')
  const [before, ...others] = await inOneMinute(async (turn) => {
    const read = () => first.read(`192.0.2.${1 + turn}`)
    return [await read(), await read(), await refusal(read)]
  })
  const { blockNumber } = Answer.parse(await before?.json()).data.asOf
  expect(others.map(({ status }) => status)).toEqual([200, 429])
  expect(first.reads()).toBe(1)
  const { token } = await signIn(first.api, accountOf(first, 'voter'))
  expect((await first.me(token)).status).toBe(200)
  expect((await first.d1.prepare('SELECT * FROM profiles').all()).results).toHaveLength(1)

  const second = await borrow()
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

test('ledgers of one net write nothing in the next', async () => {
  const start = async () => {
    await end?.()
    const net = await startLocalnet({ families: ['lottery'], profiles: [] })
    end = net.stop
    const ledgers = await net.objects('AMOE_LEDGER')
    const d1 = await net.database()
    const give = (sourceId: string) => award(ledgers, { profileId: 'somebody', sourceId, points: 1, now: 0 })
    const given = async () => (await d1.prepare('SELECT source_id id FROM amoe_credits').all<{ id: string }>()).results
    return { give, given }
  }
  const first = await start()
  // The ledger's alarm that writes this is still to come, or under way.
  await first.give('the first')
  const second = await start()
  expect(await second.given()).toEqual([])
  await second.give('the second')
  await expect.poll(second.given).toEqual([{ id: 'the second' }])
})

test('a family that was not requested is not there', async () => {
  const net = await startLocalnet({ families: ['vetoken'] })
  end = net.stop
  expect(Object.keys(net.sockets).toSorted()).toEqual(['core', 'gateway', 'vetoken'])
  const { contracts } = net.world
  expect((await fetch(`${net.api}/v1/vault/${contracts.vault}/report`)).status).toBe(404)
})
