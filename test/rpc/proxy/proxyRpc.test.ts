import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startProxyNet, type ProxyNet } from './startProxyNet.ts'

let net: ProxyNet
let voter: Record<string, string>
beforeAll(async () => {
  net = await startProxyNet()
  voter = await net.signedIn('voter')
}, 60_000)
afterAll(() => net?.stop())
afterEach(() => {
  net.node.reset()
  net.second.reset()
})

const call = (method: string, params: readonly unknown[] = [], id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })

describe('proxyRpc', () => {
  test('answers a call as the node does', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })
    const answer = await net.post(call('eth_call', [{ to: net.world.contracts.shareToken, data }, 'latest'], 'a'), voter)
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: 'a', result: expect.stringMatching(/^0x/) })
    expect(net.node.asked).toHaveLength(1)
  })
})
