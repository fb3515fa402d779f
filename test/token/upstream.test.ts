import { toFunctionSelector } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { requestsWith } from '../account/support.ts'
import { startTokenNet } from './startTokenNet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() => startTokenNet({ variables: { EDGE_CACHE: 'off' }, nodeUrl: proxy.nodeUrl }))
beforeEach(async () => {
  await net.mine()
  proxy.reset()
})

/** Requests that ask for a coin's document, as every token read does; core's job, which reads beside them, never does. */
const reads = () => requestsWith(proxy, toFunctionSelector('contractURI()'))

const paths = (address: string) => [
  ...['metadata', 'tokenlist', 'image', 'logo.png', 'logo.svg'].map((leaf) => `/v1/token/${address}/${leaf}`),
  `/token/image?address=${address}`,
]

describe('the token family and its node', () => {
  test('a cold read asks the node once, whatever it answers', async () => {
    for (const path of [...paths(net.world.contracts.shareToken), ...paths(net.world.contracts.registry)]) {
      proxy.reset()
      await net.get(path)
      expect(reads(), path).toBe(1)
    }
  })

  test('many identical reads at once ask it once', async () => {
    const began = Date.now()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => net.get(`/v1/token/${net.world.contracts.shareToken}/logo.png`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // On a busy machine they come over several of the net's blocks, whose time is 200 ms; each is read once.
    expect(reads()).toBeLessThanOrEqual(1 + Math.floor((Date.now() - began) / 200))
  })
})
