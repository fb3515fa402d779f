import { createClient, http, zeroAddress, type Address } from 'viem'
import { getBalance } from 'viem/actions'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { requestsWith } from '../../account/support.ts'
import { revertOf, send, sessionOf, setTime } from '../../build/support.ts'
import { balanceOf, dex, roleOf, startMarketNet, swapOf, type Swap } from './support.ts'
import { prepared, useNet, useRpcProxy } from '../../support/useNet.ts'

const ETHER = 10n ** 18n

const proxy = useRpcProxy()
let tokens: Record<'usdc' | 'weth' | 'creatorCoin' | 'creatorCoin2' | 'shareToken', Address>
const net = useNet(() =>
  startMarketNet({
    nodeUrl: proxy.nodeUrl,
    demoVaults: ({ contracts }) => [contracts.vault2],
  }),
)
const owner = prepared(() => sessionOf(net, 'owner'))
const chain = prepared(async () => openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() }))
beforeAll(async () => {
  tokens = net.world.contracts
})

const swap = (body: object, headers = owner) => dex(net, 'swap', headers, body)
const codesOf = ({ issues }: Swap) => issues.map(({ code }) => code)

/** Sends all that was built, as it is. */
async function sendAll(built: Swap, role: AccountRole = 'owner') {
  const sent = []
  for (const { to, data, value } of built.calls.calls)
    sent.push(await send(net, role, { to, data, value: String(BigInt(value)) }))
  return sent
}

const has = (token: Address, role: AccountRole = 'owner') => balanceOf(net, token, roleOf(net, role))
const wei = (role: AccountRole) =>
  getBalance(createClient({ transport: http(net.rpcUrl) }), { address: roleOf(net, role) })

describe('a swap that is sent as it was built', () => {
  it('gives to the unit what was quoted, and takes two upstream requests to build', async () => {
    const { usdc, creatorCoin } = tokens
    const built = swapOf(await swap({ tokenIn: usdc, tokenOut: creatorCoin, amount: '100000000' }))
    expect(requestsWith(proxy, net.world.contracts.dexRouter)).toBe(2)
    expect(built).toMatchObject({
      to: net.world.contracts.dexRouter,
      value: '0',
      function: 'multicall(uint256,bytes[])',
      issues: [],
      simulation: { status: 'ok' },
      approvals: [{ to: usdc, args: { spender: net.world.contracts.dexRouter, amount: '100000000' } }],
      swapCalls: [{ args: { params: { amountIn: '100000000', amountOutMinimum: built.minAmountOut } } }],
      receivedAmount: built.quote?.amountOut,
    })
    expect(built.simulation.gasByCall).toHaveLength(2)
    expect(built.args['deadline']).toBe(String(built.deadline))
    const { minAmountOut } = built
    expect(built.effects).toMatchObject([
      { kind: 'token', contract: usdc, certainty: 'bounded', delta: '-100000000', least: '-100000000', most: '0' },
      { kind: 'allowance', spender: net.world.contracts.dexRouter, certainty: 'bounded', after: '0' },
      { kind: 'token', contract: creatorCoin, certainty: 'bounded', delta: built.receivedAmount, least: minAmountOut },
    ])
    const before = [await has(usdc), await has(creatorCoin)] as const
    const sent = await sendAll(built)
    expect(sent.map(({ status }) => status)).toEqual(['success', 'success'])
    expect(before[0] - (await has(usdc))).toBe(100_000_000n)
    expect((await has(creatorCoin)) - before[1]).toBe(BigInt(built.quote?.amountOut ?? 0))
    // Mined later, the approval makes room: the gas of the swap is what the simulation said.
    expect(Number(built.simulation.gasByCall?.[1]) / Number(sent[1]?.gasUsed)).toBeCloseTo(1, 0)
  })

  it('through two pools, for an exact output, pays what was quoted', async () => {
    const { usdc, weth, creatorCoin2 } = tokens
    const body = { tokenIn: usdc, tokenOut: creatorCoin2, amount: String(30n * ETHER), kind: 'exactOutput' }
    const built = swapOf(await swap(body))
    expect(built).toMatchObject({
      issues: [],
      path: { fees: [500, 3000], through: weth },
      simulation: { status: 'ok' },
    })
    expect(built.effects).toMatchObject([
      { contract: usdc, certainty: 'bounded', least: `-${built.maxAmountIn}`, most: '0' },
      { kind: 'allowance' },
      { contract: creatorCoin2, certainty: 'certain', delta: String(30n * ETHER) },
    ])
    const before = [await has(usdc), await has(creatorCoin2)] as const
    await sendAll(built)
    expect(before[0] - (await has(usdc))).toBe(BigInt(built.quote?.amountIn ?? 0))
    expect((await has(creatorCoin2)) - before[1]).toBe(30n * ETHER)
  })

  it('in native currency sends the value, and gets back what the pools leave of it', async () => {
    const { usdc } = tokens
    const body = { tokenIn: zeroAddress, tokenOut: usdc, amount: '1000000000', kind: 'exactOutput' }
    const built = swapOf(await swap(body))
    expect(built).toMatchObject({ value: built.maxAmountIn, approvals: [], issues: [], simulation: { status: 'ok' } })
    expect(built.swapCalls.map(({ function: name }) => name.split('(')[0])).toEqual(['exactOutputSingle', 'refundETH'])
    const router = net.world.contracts.dexRouter
    const before = await has(usdc)
    await sendAll(built)
    expect((await has(usdc)) - before).toBe(1_000_000_000n)
    const left = await getBalance(createClient({ transport: http(net.rpcUrl) }), { address: router })
    expect([left, await balanceOf(net, tokens.weth, router)]).toEqual([0n, 0n])
  })

  it('for native currency unwraps it, for somebody else on request', async () => {
    const recipient = roleOf(net, 'stranger')
    const body = { tokenIn: tokens.usdc, tokenOut: zeroAddress, amount: '500000000', recipient }
    const built = swapOf(await swap(body))
    expect(built.warnings).toEqual(expect.arrayContaining([expect.stringContaining(`go to ${recipient}`)]))
    expect(built.effects?.at(-1)).toMatchObject({
      kind: 'native',
      address: recipient,
      certainty: 'bounded',
      least: built.minAmountOut,
      delta: built.quote?.amountOut,
      most: null,
    })
    const before = await wei('stranger')
    await sendAll(built)
    expect((await wei('stranger')) - before).toBe(BigInt(built.quote?.amountOut ?? 0))
  })
})

describe('what happens between building and sending', () => {
  it('a price that was moved: the swap reverts as its minimum promised, and takes nothing', async () => {
    const { usdc, weth, creatorCoin2 } = tokens
    const built = swapOf(await swap({ tokenIn: weth, tokenOut: creatorCoin2, amount: String(ETHER / 10n) }))
    await chain.send('owner', chain.at('WETH9', weth), 'approve', [net.world.contracts.swapRouter, 10n * ETHER])
    const first = { tokenIn: weth, tokenOut: creatorCoin2, fee: 3000, recipient: roleOf(net, 'owner') }
    const limits = { amountIn: ETHER, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }
    await chain.send('owner', chain.at('SwapRouter', net.world.contracts.swapRouter), 'exactInputSingle', [
      { ...first, ...limits },
    ])
    const before = await has(weth)
    const sent = await sendAll(built)
    expect(sent.at(-1)?.status).toBe('reverted')
    expect(await revertOf(net, sent.at(-1)?.hash ?? '0x')).toBe('Too little received')
    expect(await has(weth)).toBe(before)
    expect(usdc).not.toBe(weth)
  })

  it('a limit that the price no longer meets is an issue, and the simulation agrees', async () => {
    const { usdc, creatorCoin } = tokens
    const limitAmount = String(10n ** 30n)
    const built = swapOf(await swap({ tokenIn: usdc, tokenOut: creatorCoin, amount: '1000000', limitAmount }))
    expect(built).toMatchObject({
      minAmountOut: limitAmount,
      issues: [{ code: 'limit_not_met', reverts: 'Too little received' }],
      simulation: { status: 'revert', error: { message: 'Too little received' } },
    })
    const most = { tokenIn: usdc, tokenOut: creatorCoin, kind: 'exactOutput', amount: String(ETHER), limitAmount: '1' }
    expect(codesOf(swapOf(await swap(most)))).toEqual(['limit_not_met'])
  })

  describe('a limit far from the quote', () => {
    const trade = () => ({ tokenIn: tokens.usdc, tokenOut: tokens.creatorCoin, amount: '1000000' })
    const withLimit = async (body: object, field: 'amountOut' | 'amountIn', bps: bigint) => {
      const { quote } = swapOf(await swap(body))
      const limitAmount = String((BigInt(quote?.[field] ?? 0) * bps) / 10_000n)
      return swapOf(await swap({ ...body, limitAmount }))
    }

    it('is a warning and an issue beyond 5 %, though it would succeed', async () => {
      const built = await withLimit(trade(), 'amountOut', 9400n)
      expect(built).toMatchObject({
        issues: [{ code: 'limit_far_from_quote', quoted: built.quote?.amountOut }],
        simulation: { status: 'ok' },
      })
      expect(built.issues[0]).not.toHaveProperty('reverts')
      expect(built.warnings).toContainEqual(expect.stringMatching(/^limitAmount: a minimum of .* is 6(\.01)? % below /))
      const dust = swapOf(await swap({ ...trade(), limitAmount: '1' }))
      expect(codesOf(dust)).toEqual(['limit_far_from_quote'])
      const bought = { ...trade(), kind: 'exactOutput', amount: String(ETHER) }
      const dear = await withLimit(bought, 'amountIn', 10_700n)
      expect(codesOf(dear)).toEqual(['limit_far_from_quote'])
      expect(dear.warnings).toContainEqual(
        expect.stringMatching(/^limitAmount: a maximum of .* above the current cost/),
      )
    })

    it('is absent within 5 %, and for a requested slippage', async () => {
      for (const built of [
        await withLimit(trade(), 'amountOut', 9600n),
        await withLimit({ ...trade(), kind: 'exactOutput', amount: String(ETHER) }, 'amountIn', 10_400n),
        swapOf(await swap({ ...trade(), slippageBps: 1000 })),
      ]) {
        expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
        expect(built.warnings.filter((text) => text.startsWith('limitAmount'))).toEqual([])
      }
    })
  })

  it('a deadline that has passed', async () => {
    const { usdc, weth } = tokens
    const built = swapOf(await swap({ tokenIn: usdc, tokenOut: weth, amount: '1000000', deadlineSeconds: 30 }))
    await setTime(net, built.deadline + 1)
    const sent = await sendAll(built)
    expect(await revertOf(net, sent.at(-1)?.hash ?? '0x')).toBe('Transaction too old')
  })
})

describe('what is in the way', () => {
  it('a sender with too little, by token and in native currency', async () => {
    const { usdc, creatorCoin } = tokens
    const from = roleOf(net, 'stranger')
    const poor = swapOf(await swap({ tokenIn: usdc, tokenOut: creatorCoin, amount: '1000000', from }))
    expect(poor.issues).toMatchObject([{ code: 'insufficient_balance', reverts: 'STF' }])
    expect(poor.simulation.status).toBe('revert')
    const native = { tokenIn: zeroAddress, tokenOut: usdc, amount: String(20_000n * ETHER), from, slippageBps: 5000 }
    expect(codesOf(swapOf(await swap(native)))).toEqual(['insufficient_balance'])
  })

  it('a token that keeps a part of what its pool pays: the recipient’s gain is measured', async () => {
    const { usdc, shareToken } = tokens
    const body = { tokenIn: usdc, tokenOut: shareToken, amount: '5000000' }
    const built = swapOf(await swap(body))
    expect(codesOf(built)).toEqual(['transfer_fee', 'unexpected_effect'])
    const before = await has(shareToken)
    await sendAll(built)
    const gain = (await has(shareToken)) - before
    expect(built.receivedAmount).toBe(String(gain))
    expect(gain).toBeLessThan(BigInt(built.minAmountOut))
    const wide = swapOf(await swap({ ...body, slippageBps: 1000 }))
    expect(codesOf(wide)).toEqual([])
    expect(wide.warnings).toEqual(expect.arrayContaining([expect.stringContaining('charges a transfer fee')]))
  })

  it.each(['tokenIn', 'tokenOut', 'recipient'])('%s that is a demo vault or its share token', async (field) => {
    const body = { tokenIn: tokens.usdc, tokenOut: tokens.weth, amount: '5' }
    const { vault2, shareToken2 } = net.world.contracts
    for (const address of [vault2, shareToken2])
      expect(await swap({ ...body, [field]: address })).toMatchObject({ status: 403, code: 'demo_vault' })
  })

  it.each(['0x0000000000000000000000000000000000000001', '0x0000000000000000000000000000000000000002'])(
    'a recipient that the router takes for something else: %s',
    async (recipient) => {
      const body = { tokenIn: tokens.usdc, tokenOut: tokens.weth, amount: '5', recipient }
      expect((await swap(body)).json).toMatchObject({ error: expect.stringMatching(/^invalid_request: recipient: ./) })
    },
  )

  it('a recipient that is a part of the swap, where what is bought is lost or anybody’s', async () => {
    const { usdc, weth } = tokens
    const { dexRouter, wethPool } = net.world.contracts
    for (const [tokenOut, recipient] of [
      [weth, dexRouter],
      [weth, usdc],
      [weth, wethPool],
      [zeroAddress, weth],
    ])
      expect(
        (await swap({ tokenIn: usdc, tokenOut, amount: '1000000', path: { fees: [500] }, recipient })).json,
      ).toMatchObject({
        error: expect.stringMatching(/^invalid_request: recipient: .* would be lost/),
      })
  })

  it('both a limit and a slippage, a far deadline', async () => {
    const body = { tokenIn: tokens.usdc, tokenOut: tokens.weth, amount: '5' }
    for (const wrong of [{ slippageBps: 5, limitAmount: '5' }, { deadlineSeconds: 86_401 }])
      expect(await swap({ ...body, ...wrong })).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('a dead node', () => {
  const trade = () => ({ tokenIn: tokens.usdc, tokenOut: tokens.creatorCoin, amount: '1000000' })

  it('does not prevent a swap whose route and limit the request has: it is the same as with a node', async () => {
    const body = { ...trade(), path: { fees: [3000] }, limitAmount: '7' }
    const alive = swapOf(await swap(body))
    proxy.mode = 'drop'
    const dead = swapOf(await swap(body))
    // Which address the native currency is wrapped at, only the router says.
    expect(await swap({ ...body, tokenOut: zeroAddress })).toMatchObject({ status: 503, code: 'read_needed' })
    expect(dead).toMatchObject({
      swapCalls: [{ args: alive.swapCalls[0]?.args }],
      quote: null,
      asOf: null,
      issues: [{ code: 'chain_unreachable' }],
      simulation: { status: 'unavailable' },
    })
  })
})
