import { expect, test } from 'vitest'
import { createChainHealth } from '../../shared/http/chainHealth.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { base } from '../../shared/chain/networks/base.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() => startLocalnet({ families: ['vetoken', 'gauge'], nodeUrl: proxy.nodeUrl }))

/** Requests for the newest block alone: others carry more. */
const readings = () =>
  proxy.requests.filter(({ calls: [id, block, ...others] }) => {
    const isHead = id?.method === 'eth_chainId' && block?.method === 'eth_getBlockByNumber'
    return isHead && others.length === 0
  }).length

const head = async (): Promise<unknown> => {
  const answer = await fetch(`${net.host}/api/health`)
  expect(answer.status).toBe(200)
  return answer.json()
}

test('/api/health answers the newest block and its age, and frequent requests ask the node once', async () => {
  await head()
  proxy.reset()
  const answers = await Promise.all(Array.from({ length: 50 }, head))
  for (const answer of answers)
    expect(answer).toMatchObject({
      data: {
        status: 'ok',
        families: ['gauge', 'vetoken'],
        chain: {
          chainId: 31337,
          reachable: true,
          blockNumber: expect.stringMatching(/^[1-9]\d*$/),
          timestamp: expect.any(Number),
          ageSeconds: expect.any(Number),
        },
      },
    })
  expect(readings()).toBeLessThan(3)
})

test('a family answers it to a caller that wants it, and does not call a node otherwise', async () => {
  const url = `${net.sockets['gauge']}/v1/gauge/health`
  expect(await (await fetch(url)).json()).toEqual({ success: true, data: { family: 'gauge', status: 'ok' } })
  expect(readings()).toBe(0)
  expect(await (await fetch(`${url}?chain`)).json()).toMatchObject({ data: { chain: { chainId: 31337 } } })
})

test('a node that died is said there', async () => {
  proxy.mode = 'drop'
  for (;;) {
    const { data }: { data: { status: string; chain: unknown } } = JSON.parse(JSON.stringify(await head()))
    if (data.status === 'ok') continue
    expect(data).toMatchObject({ chain: { chainId: 31337, reachable: false, error: 'upstream_failed' } })
    break
  }
})

test('a reading that fails or takes long is reported, kept for five seconds, and then made again', async () => {
  const clock = { now: 1_800_000_000_000 }
  let reads = 0
  let outcome = (): Promise<never> => Promise.reject(new ApiError('upstream_rate_limited'))
  const health = createChainHealth({ config: base, read: () => (reads++, outcome()) }, () => clock.now)
  const ask = () => health(() => undefined)
  for (let i = 0; i < 3; i++)
    expect(await ask()).toEqual({ chainId: 8453, reachable: false, error: 'upstream_rate_limited' })
  expect(reads).toBe(1)
  clock.now += 5000
  outcome = () => Promise.reject(new ApiError('upstream_timeout'))
  expect(await ask()).toEqual({ chainId: 8453, reachable: false, error: 'upstream_timeout' })
  expect(reads).toBe(2)
})
