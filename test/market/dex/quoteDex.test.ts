import { afterAll, beforeAll, it } from 'vitest'
import { zeroAddress } from 'viem'
import { sessionOf } from '../../build/support.ts'
import type { TestNet } from '../../support/localnet.ts'
import { dex, startMarketNet } from './support.ts'

let net: TestNet
let bidder: Record<string, string>
beforeAll(async () => {
  net = await startMarketNet()
  bidder = await sessionOf(net, 'bidder')
})
afterAll(() => net?.stop())

it('x', async () => {
  const { usdc, weth, creatorCoin, creatorCoin2 } = net.world.contracts
  for (const body of [
    { tokenIn: usdc, tokenOut: creatorCoin, amount: '1000000' },
    { tokenIn: usdc, tokenOut: creatorCoin2, amount: '100000000' },
    { tokenIn: usdc, tokenOut: creatorCoin2, amount: '1000000000000000000', kind: 'exactOutput' },
    { tokenIn: zeroAddress, tokenOut: usdc, amount: '1000000000000000000' },
    { tokenIn: weth, tokenOut: creatorCoin, amount: '100000000000000000' },
    { tokenIn: weth, tokenOut: zeroAddress, amount: '100000000000000000' },
    { tokenIn: usdc, tokenOut: creatorCoin2, amount: '1000000000000000000000000', kind: 'exactOutput' },
  ]) {
    const a = await dex(net, 'quote', bidder, body)
    console.log(JSON.stringify(a.json, null, 0))
    const s = await dex(net, 'swap', bidder, body)
    console.log(JSON.stringify(s.json, null, 0))
  }
})
