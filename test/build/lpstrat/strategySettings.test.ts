import { Interface } from 'ethers'
import { getAddress, zeroAddress } from 'viem'
import * as z from 'zod'
import { beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../support/ask.ts'
import { codesOf, sendAll } from '../support.ts'
import { methodsOf, startLpNet } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const lp = useNet(() => startLpNet())
beforeEach(() => lp.proxy.reset())

const abi = new Interface([
  'function setLpVault(address)',
  'function setCharmVault(address)',
  'function setSwapPool(address)',
  'function setDexFactory(address)',
  'function setUniFactory(address)',
  'function setAutoFeeTier(bool)',
  'function setParameters(uint256,uint256,uint256,uint24)',
  'function setActive(bool)',
])
const encode = (name: string, args: unknown[]) => abi.encodeFunctionData(name, args)
const world = () => lp.world.contracts
/** The runtime code at an address. */
const codeAt = async (address: string) =>
  z.templateLiteral(['0x', z.string()]).parse(await ask(lp.rpcUrl, 'eth_getCode', address, 'latest'))
const eoa = '0x000000000000000000000000000000000000dEaD'

/** Holds for every setting; `body` is valid but for the strategy. */
function itIsOfAStrategy(path: string, body: () => object): void {
  it('refuses an address without code, and a contract that is not a liquidity strategy', async () => {
    for (const strategy of [eoa, world().usdc, world().lendpoolStrategy, undefined, zeroAddress])
      await lp.expectRefused(path, { ...body(), strategy }, 'strategy')
  })

  it('names whose key is needed, and reverts for another', async () => {
    const { lpStrategyFirst: strategy } = world()
    const built = await lp.built(path, { ...body(), strategy }, 'stranger')
    expect(built.issues).toContainEqual(
      expect.objectContaining({ code: 'not_owner', owner: lp.world.accounts[0]?.address }),
    )
    await lp.expectRevert('stranger', built, codesOf(built), 'OwnableUnauthorizedAccount')
  })
}

describe('buildLpSetVault', () => {
  it('goes by the first generation’s name where that is in the code, and the strategy works with it then', async () => {
    const strategy = await lp.deployStrategy('FirstLpStrategy')
    const { lpVault } = world()
    const built = await lp.built('setLpVault', { strategy: strategy.address, lpVault }, 'agent')
    expect(built).toMatchObject({
      to: strategy.address,
      value: '0',
      data: encode('setLpVault', [lpVault]),
      function: 'setLpVault(address)',
      args: { lpVault },
      description: expect.stringMatching(
        new RegExp(`^Set the LP vault of the LP strategy ${strategy.address} to ${lpVault}\\. .* an allowance of all `),
      ),
      changes: [{ name: 'lpVault', current: zeroAddress, next: lpVault }],
      approvals: [],
      issues: [],
      simulation: { status: 'ok' },
    })
    const read = await lp.sent('agent', built, strategy.address)
    expect(read.params.lpVault).toBe(lpVault)
    expect(read.lpVault?.address).toBe(lpVault)
  })

  it('goes by the later name behind a proxy, whose code costs one request more, once', async () => {
    const { lpStrategyProxy: strategy, lpVault } = world()
    const built = await lp.built('setLpVault', { strategy, lpVault })
    expect(built).toMatchObject({
      data: encode('setCharmVault', [lpVault]),
      function: 'setCharmVault(address)',
      changes: [{ current: lpVault, next: lpVault }],
      issues: [],
      simulation: { status: 'ok' },
    })
    expect(built.warnings).toContain('Every setting already has the new value, so the call changes nothing.')
    const [first, ...others] = methodsOf(lp.proxy, strategy)
    expect(first).toEqual(['eth_call', 'eth_getCode', 'eth_getStorageAt'])
    expect(others).toHaveLength(1)
    expect(
      lp.proxy.requests.flatMap(({ calls }) => calls).filter(({ method }) => method === 'eth_getCode'),
    ).toHaveLength(2)
    lp.proxy.reset()
    await lp.built('setLpVault', { strategy, lpVault })
    expect(methodsOf(lp.proxy, strategy)[0]).toEqual(['eth_call'])
    await lp.sent('owner', built, strategy)
  })

  it('costs two upstream requests, the read with the code and the simulation', async () => {
    const { address: strategy } = await lp.deployStrategy('LpStrategy')
    lp.proxy.reset()
    expect((await lp.built('setLpVault', { strategy, lpVault: world().lpVault }, 'agent')).function).toBe(
      'setCharmVault(address)',
    )
    const [first, ...others] = methodsOf(lp.proxy, strategy)
    expect(first).toEqual(['eth_call', 'eth_getCode', 'eth_getStorageAt'])
    expect(others).toHaveLength(1)
  })

  it('goes by the first name where a node does not give the code, and the simulation says that it fails', async () => {
    const { address: strategy } = await lp.deployStrategy('LpStrategy')
    lp.proxy.mode = { refuse: ({ method }) => method === 'eth_getCode' }
    const built = await lp.built('setLpVault', { strategy, lpVault: world().lpVault }, 'agent')
    expect(built).toMatchObject({ function: 'setLpVault(address)', simulation: { status: 'revert' } })
    expect(codesOf(built)).toEqual(['would_revert'])
    lp.proxy.reset()
    expect((await lp.built('setLpVault', { strategy, lpVault: world().lpVault }, 'agent')).function).toBe(
      'setCharmVault(address)',
    )
  })

  it('does not say that a function is missing where the code is behind a proxy of an unknown kind', async () => {
    const strategy = '0x00000000000000000000000000000000000c104e'
    const implementation = world().lpStrategy.slice(2).toLowerCase()
    await lp.chain.setCode(strategy, `0x3d3d3d3d363d3d37363d73${implementation}5af43d3d93803e602a57fd5bf3`)
    const built = await lp.built('setLpVault', { strategy, lpVault: world().lpVault })
    expect(built).toMatchObject({ function: 'setLpVault(address)' })
    expect(codesOf(built)).toEqual(['contract_not_proven', 'not_owner'])
  })

  it('reports that shares of the present LP vault are left', async () => {
    const { lpStrategy: strategy, lpVault } = world()
    const built = await lp.built('setLpVault', { strategy, lpVault })
    await lp.expectRevert('owner', built, ['lp_shares_outstanding'], 'CharmSharesOutstanding')
  })

  it('reports an LP vault of other tokens', async () => {
    const lpVault = await lp.deployOtherLpVault()
    const built = await lp.built('setLpVault', { strategy: world().lpStrategyFirst, lpVault })
    await lp.expectRevert('owner', built, ['invalid_lp_vault'], 'InvalidCharmVault')
  })

  it.each(['FirstLpStrategy', 'LpStrategy'] as const)(
    'takes the LP vault of a %s away by the zero address',
    async (kind) => {
      const { address: strategy } = await lp.deployStrategy(kind)
      await lp.sent('agent', await lp.built('setLpVault', { strategy, lpVault: world().lpVault }, 'agent'), strategy)
      const built = await lp.built('setLpVault', { strategy, lpVault: zeroAddress }, 'agent')
      const name = kind === 'LpStrategy' ? 'setCharmVault' : 'setLpVault'
      expect(built).toMatchObject({
        data: encode(name, [zeroAddress]),
        description: `Remove the LP vault of the LP strategy ${strategy} (set it to ${zeroAddress}).`,
        changes: [{ name: 'lpVault', current: world().lpVault, next: zeroAddress }],
        issues: [],
        warnings: ['Without an LP vault the creator coins and USDC of the strategy stay idle and earn nothing.'],
        simulation: { status: 'ok' },
      })
      expect((await lp.sent('agent', built, strategy)).params.lpVault).toBeNull()
      const again = await lp.built('setLpVault', { strategy, lpVault: zeroAddress }, 'agent')
      expect(again.warnings).toContain('Every setting already has the new value, so the call changes nothing.')
    },
  )

  it('reports that shares are left in an LP vault that is to be taken away', async () => {
    const built = await lp.built('setLpVault', { strategy: world().lpStrategy, lpVault: zeroAddress })
    await lp.expectRevert('owner', built, ['lp_shares_outstanding'], 'CharmSharesOutstanding')
  })

  it('takes an LP vault away without a node: no factory is queried about the zero address', async () => {
    lp.proxy.mode = 'drop'
    expect(await lp.built('setLpVault', { strategy: world().lpStrategyFirst, lpVault: zeroAddress })).toMatchObject({
      data: encode('setLpVault', [zeroAddress]),
      issues: [{ code: 'chain_unreachable' }],
      changes: [{ current: null, next: zeroAddress }],
    })
  })

  it('refuses what the factory does not know', async () => {
    const { lpStrategyFirst: strategy, v3Pool } = world()
    for (const lpVault of [v3Pool, eoa, 'x', undefined])
      await lp.expectRefused('setLpVault', { strategy, lpVault }, 'lpVault')
  })

  itIsOfAStrategy('setLpVault', () => ({ lpVault: world().lpVault }))
})

describe('buildLpSetSwapPool', () => {
  it('sets a pool, and takes it away by the zero address', async () => {
    const { address: strategy } = await lp.deployStrategy('LpStrategy')
    const { v3Pool } = world()
    const set = await lp.built('setSwapPool', { strategy, swapPool: v3Pool }, 'agent')
    expect(set).toMatchObject({
      data: encode('setSwapPool', [v3Pool]),
      description: `Set the swap pool of the LP strategy ${strategy} to ${v3Pool}.`,
      changes: [{ name: 'swapPool', current: zeroAddress, next: v3Pool }],
      issues: [],
      warnings: [],
      simulation: { status: 'ok' },
    })
    expect((await lp.sent('agent', set, strategy)).params.swapPool).toBe(v3Pool)
    const clear = await lp.built('setSwapPool', { strategy, swapPool: zeroAddress }, 'agent')
    expect(clear).toMatchObject({ issues: [], changes: [{ current: v3Pool, next: zeroAddress }] })
    expect(clear.description).toContain(zeroAddress)
    expect((await lp.sent('agent', clear, strategy)).params.swapPool).toBeNull()
  })

  it('reports a pool of other tokens', async () => {
    const built = await lp.built('setSwapPool', { strategy: world().lpStrategyFirst, swapPool: world().sharePool })
    await lp.expectRevert('owner', built, ['invalid_swap_pool'], 'InvalidSwapPool')
  })

  it('warns of a contract with the right tokens that is not a pool, which the strategy accepts', async () => {
    const { address: strategy } = await lp.deployStrategy('LpStrategy')
    const { lpVault } = world()
    const built = await lp.built('setSwapPool', { strategy, swapPool: lpVault }, 'agent')
    expect(built).toMatchObject({
      issues: [{ code: 'contract_not_proven', contract: lpVault }],
      warnings: [
        `swapPool: ${lpVault} does not answer fee() and slot0() as a Uniswap v3 pool does; the strategy accepts it, but cannot read a price from it.`,
      ],
      simulation: { status: 'ok' },
    })
    const [sent] = await sendAll(lp.net, 'agent', built)
    expect(sent?.status).toBe('success')
  })

  it('reports a pool that somebody else made, with a price of their own', async () => {
    const { address: strategy } = await lp.deployStrategy('LpStrategy')
    const { v3Pool } = world()
    const copy = getAddress('0x000000000000000000000000000000000000c0fe')
    await lp.chain.setCode(copy, await codeAt(v3Pool))
    const built = await lp.built('setSwapPool', { strategy, swapPool: copy }, 'agent')
    expect(built).toMatchObject({
      issues: [{ code: 'contract_not_proven', contract: copy }],
      simulation: { status: 'ok' },
    })
    expect(built.issues[0]?.message).toContain('the strategy trusts any price that it reports')
  })

  it('refuses an address that is not a pool', async () => {
    for (const swapPool of [eoa, world().usdc, '0x1', undefined])
      await lp.expectRefused('setSwapPool', { strategy: world().lpStrategyFirst, swapPool }, 'swapPool')
  })

  itIsOfAStrategy('setSwapPool', () => ({ swapPool: world().v3Pool }))
})

describe('buildLpSetDexFactory', () => {
  it.each([
    { role: 'lpStrategyFirst', name: 'setDexFactory' },
    { role: 'lpStrategyProxy', name: 'setUniFactory' },
  ] as const)('is $name of $role, and the API shows the factory', async ({ role, name }) => {
    const { dexFactory, [role]: strategy } = world()
    const built = await lp.built('setDexFactory', { strategy, dexFactory })
    expect(built).toMatchObject({
      data: encode(name, [dexFactory]),
      function: `${name}(address)`,
      args: { dexFactory },
      description: `Set the dex factory of the LP strategy ${strategy} to ${dexFactory}.`,
      changes: [{ name: 'dexFactory', current: zeroAddress, next: dexFactory }],
      issues: [],
      simulation: { status: 'ok' },
    })
    expect((await lp.sent('owner', built, strategy)).routers.dexFactory).toBe(dexFactory)
  })

  it('says that the current generation has it by no name, and it reverts', async () => {
    const { dexFactory, lpStrategy: strategy } = world()
    const built = await lp.built('setDexFactory', { strategy, dexFactory })
    expect(built).toMatchObject({
      function: 'setDexFactory(address)',
      issues: [{ code: 'function_not_in_contract', functions: ['setDexFactory(address)', 'setUniFactory(address)'] }],
      simulation: { status: 'revert', error: { name: null } },
      changes: [{ current: null, next: dexFactory }],
    })
    expect((await sendAll(lp.net, 'owner', built))[0]?.status).toBe('reverted')
  })

  it('refuses an address that is not a factory, and the zero address', async () => {
    for (const dexFactory of [eoa, world().usdc, zeroAddress, undefined])
      await lp.expectRefused('setDexFactory', { strategy: world().lpStrategyFirst, dexFactory }, 'dexFactory')
  })

  it('goes by the first name when no node answers', async () => {
    lp.proxy.mode = 'drop'
    const { dexFactory, lpStrategyProxy: strategy } = world()
    expect(await lp.built('setDexFactory', { strategy, dexFactory })).toMatchObject({
      data: encode('setDexFactory', [dexFactory]),
      issues: [{ code: 'chain_unreachable' }],
    })
  })

  itIsOfAStrategy('setDexFactory', () => ({ dexFactory: world().dexFactory }))
})

describe('buildLpSetAutoFeeTier', () => {
  it.each(['lpStrategyFirst', 'lpStrategyProxy'] as const)('switches that of %s', async (role) => {
    const strategy = world()[role]
    const built = await lp.built('setAutoFeeTier', { strategy, autoFeeTier: false })
    expect(built).toMatchObject({
      data: encode('setAutoFeeTier', [false]),
      args: { autoFeeTier: false },
      description: `Switch the automatic fee tier of the LP strategy ${strategy} off.`,
      changes: [{ name: 'autoFeeTier', current: 'true', next: 'false' }],
      issues: [],
      simulation: { status: 'ok' },
    })
    expect((await lp.sent('owner', built, strategy)).routers.autoFeeTier).toBe(false)
  })

  it('says that the current generation has none, and it reverts', async () => {
    const built = await lp.built('setAutoFeeTier', { strategy: world().lpStrategy, autoFeeTier: true })
    expect(codesOf(built)).toEqual(['function_not_in_contract'])
    expect(built.simulation.status).toBe('revert')
    expect((await sendAll(lp.net, 'owner', built))[0]?.status).toBe('reverted')
  })

  it('takes true and false alone', async () => {
    for (const autoFeeTier of ['true', 1, null, undefined])
      await lp.expectRefused('setAutoFeeTier', { strategy: world().lpStrategyFirst, autoFeeTier }, 'autoFeeTier')
  })

  itIsOfAStrategy('setAutoFeeTier', () => ({ autoFeeTier: true }))
})

describe('buildLpSetParameters', () => {
  it('sets all four, and shows the present ones beside them', async () => {
    const { address: strategy } = await lp.deployStrategy('LpStrategy')
    const next = { maxSwapPercent: 10, swapSlippageBps: '150', depositSlippageBps: 2000, swapPoolFee: '3000' }
    const built = await lp.built('setParameters', { strategy, ...next }, 'agent')
    expect(built).toMatchObject({
      data: encode('setParameters', [10, 150, 2000, 3000]),
      args: { maxSwapPercent: '10', swapSlippageBps: '150', depositSlippageBps: '2000', swapPoolFee: '3000' },
      changes: [
        { name: 'maxSwapPercent', current: '5', next: '10' },
        { name: 'swapSlippageBps', current: '300', next: '150' },
        { name: 'depositSlippageBps', current: '500', next: '2000' },
        { name: 'swapPoolFee', current: '3000', next: '3000' },
      ],
      issues: [],
      simulation: { status: 'ok' },
    })
    for (const part of [strategy, '10 %', '150 bps', '2000 bps', '3000']) expect(built.description).toContain(part)
    expect((await lp.sent('agent', built, strategy)).params).toMatchObject({
      maxSwapPercent: '10',
      swapSlippageBps: '150',
      depositSlippageBps: '2000',
      swapPoolFee: '3000',
    })
  })

  it('fills in from the chain what is left out', async () => {
    const { lpStrategyProxy: strategy } = world()
    const built = await lp.built('setParameters', { strategy, swapSlippageBps: 0 })
    expect(built.data).toBe(encode('setParameters', [5, 0, 500, 3000]))
    expect(built.warnings.join()).toContain('swapSlippageBps is 0')
    expect((await lp.sent('owner', built, strategy)).params).toMatchObject({
      maxSwapPercent: '5',
      swapSlippageBps: '0',
      depositSlippageBps: '500',
    })
  })

  it.each([100, 2500])('says that there is no pool with a fee of %i', async (swapPoolFee) => {
    const built = await lp.built('setParameters', { strategy: world().lpStrategy, swapPoolFee })
    expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    expect(built.warnings).toContain(
      `unusual_fee_tier: the factory of the strategy’s router has no pool of the creator coin and USDC with a fee of ${swapPoolFee}; the contract accepts this setting, but swaps will fail.`,
    )
  })

  it('says of an unusual fee that no pool was read where no node answers', async () => {
    lp.proxy.mode = 'drop'
    const all = { strategy: world().lpStrategy, maxSwapPercent: 1, swapSlippageBps: 2, depositSlippageBps: 3 }
    const { warnings } = await lp.built('setParameters', { ...all, swapPoolFee: 2500 })
    expect(warnings).toContainEqual(expect.stringMatching(/^unusual_fee_tier: .* it is unknown whether/))
    lp.proxy.reset()
    // An answer in between: a node that fails again and again is left alone for a while.
    await lp.built('setParameters', { ...all, swapPoolFee: 500 })
  })

  it('without a node is built of four, and not of three', async () => {
    const { lpStrategy: strategy } = world()
    const three = { strategy, maxSwapPercent: 1, swapSlippageBps: 2, depositSlippageBps: 3 }
    lp.proxy.mode = 'drop'
    expect(await lp.built('setParameters', { ...three, swapPoolFee: 500 })).toMatchObject({
      data: encode('setParameters', [1, 2, 3, 500]),
      issues: [{ code: 'chain_unreachable' }],
    })
    const answer = await lp.post('setParameters', three)
    expect(answer).toMatchObject({ status: 503, code: 'read_needed' })
    expect(answer.json).toMatchObject({ error: expect.stringContaining('swapPoolFee') })
  })

  it.each([
    { maxSwapPercent: 101 },
    { swapSlippageBps: '2001' },
    { depositSlippageBps: 2001 },
    { swapPoolFee: 1_000_000 },
  ])('refuses %j', async (wrong) => {
    const [field = ''] = Object.keys(wrong)
    await lp.expectRefused('setParameters', { strategy: world().lpStrategy, ...wrong }, field)
  })

  it('reports the bound, and that the contract’s own is of no use', async () => {
    const { json } = await lp.post('setParameters', { strategy: world().lpStrategy, maxSwapPercent: 101 })
    expect(json).toMatchObject({ error: expect.stringMatching(/between 0 and 100 percent; .*10000/) })
  })

  it('needs something to set', () => lp.expectRefused('setParameters', { strategy: world().lpStrategy }, 'body'))

  itIsOfAStrategy('setParameters', () => ({ maxSwapPercent: 5 }))
})

describe('buildLpSetActive', () => {
  it('makes a strategy inactive, and active again', async () => {
    const { address: strategy } = await lp.deployStrategy('FirstLpStrategy')
    for (const active of [false, true]) {
      const built = await lp.built('setActive', { strategy, active }, 'agent')
      expect(built).toMatchObject({
        data: encode('setActive', [active]),
        args: { active },
        description: `Make the LP strategy ${strategy} ${active ? 'active' : 'inactive'}.`,
        changes: [{ name: 'active', current: String(!active), next: String(active) }],
        issues: [],
        simulation: { status: 'ok' },
      })
      expect((await lp.sent('agent', built, strategy)).isActive).toBe(active)
    }
  })

  it('takes true and false alone', async () => {
    for (const active of ['false', 0, null, undefined])
      await lp.expectRefused('setActive', { strategy: world().lpStrategy, active }, 'active')
  })

  itIsOfAStrategy('setActive', () => ({ active: true }))
})
