import { Interface } from 'ethers'
import { maxUint256, parseUnits, zeroAddress, type Address } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chainTime, codesOf, setTime } from '../support.ts'
import { startLpNet } from './support.ts'
import { prepared, useNet } from '../../support/useNet.ts'

let empty: Address

const dollars = 500_000_000n
const shares = parseUnits('1000', 18)

const lp = useNet(() => startLpNet())
/** Of the first generation, owned by the agent, with shares of the LP vault, coins and dollars. */
const first = prepared(() => lp.deployStrategy('FirstLpStrategy'))
beforeAll(async () => {
  empty = (await lp.deployStrategy('LpStrategy')).address
  await lp.chain.send('agent', first, 'setLpVault', [world().lpVault])
  const send = (role: 'usdc' | 'lpVault', name: string, amount: bigint) =>
    lp.chain.send('owner', lp.chain.at(role === 'usdc' ? 'Usdc' : 'LpVault', world()[role]), name, [
      first.address,
      amount,
    ])
  await send('usdc', 'mint', dollars)
  await send('lpVault', 'transfer', shares)
})
beforeEach(() => lp.proxy.reset())

const world = () => lp.world.contracts
const eoa = '0x000000000000000000000000000000000000dEaD'
const encode = (signature: string, args: unknown[] = []) => {
  const abi = new Interface([`function ${signature}`])
  return abi.encodeFunctionData(signature, args)
}

/** Lets the LP vault's period pass. */
const waitForRebalance = async () => setTime(lp.net, (await chainTime(lp.net)) + 3600n)

/** Holds for every call of a strategy. */
function itIsOfAStrategy(path: string, body: () => object): void {
  it('refuses an address without code, and a contract that is not a liquidity strategy', async () => {
    for (const strategy of [eoa, world().usdc, world().lpVault, undefined, zeroAddress])
      await lp.expectRefused(path, { ...body(), strategy }, 'strategy')
  })
}

describe('buildLpInitializeApprovals', () => {
  it('gives a strategy behind a proxy the approvals that it has not', async () => {
    const { lpStrategyProxy: strategy, swapRouter, lpVault, creatorCoin, usdc } = world()
    const built = await lp.built('initializeApprovals', { strategy, allowUnproven: true })
    expect(built).toMatchObject({
      to: strategy,
      data: encode('initializeApprovals()'),
      args: {},
      issues: [{ code: 'contract_not_proven', contract: strategy }],
      simulation: { status: 'ok' },
      grants: [
        { token: creatorCoin, spender: swapRouter, allowance: '0' },
        { token: usdc, spender: swapRouter, allowance: '0' },
        { token: creatorCoin, spender: lpVault, allowance: String(maxUint256) },
        { token: usdc, spender: lpVault, allowance: String(maxUint256) },
      ],
    })
    expect(built.warnings.join()).toContain('unlimited')
    expect(built.description).toContain(strategy)
    await lp.sent('owner', built, strategy)
    const token = lp.chain.at('Usdc', usdc)
    expect(await lp.chain.read(token, 'allowance', [strategy, swapRouter])).toBe(maxUint256)
    const { grants } = await lp.built('initializeApprovals', { strategy, allowUnproven: true })
    expect(grants?.map(({ allowance }) => allowance)).toEqual(Array(4).fill(String(maxUint256)))
  })

  it('names the lending pool too, where the strategy has one', async () => {
    const { grants } = await lp.built('initializeApprovals', { strategy: world().lpStrategy })
    expect(grants?.map(({ spender }) => spender)).toContain(world().lendpool)
  })

  it('reports that anyone but the owner cannot', async () => {
    const built = await lp.built('initializeApprovals', { strategy: world().lpStrategy }, 'stranger')
    await lp.expectRevert('stranger', built, ['not_owner'], 'OwnableUnauthorizedAccount')
  })

  it('is refused for a strategy that nothing proves, and without a node, unless the request allows it', async () => {
    expect(await lp.post('initializeApprovals', { strategy: empty }, 'agent')).toMatchObject({
      status: 403,
      code: 'contract_not_proven',
    })
    lp.proxy.mode = 'drop'
    expect(await lp.post('initializeApprovals', { strategy: empty }, 'agent')).toMatchObject({
      status: 503,
      code: 'read_needed',
    })
    const body = { strategy: empty, allowUnproven: true }
    expect(await lp.built('initializeApprovals', body, 'agent')).toMatchObject({
      data: encode('initializeApprovals()'),
      issues: [{ code: 'chain_unreachable' }],
      grants: null,
    })
  })

  itIsOfAStrategy('initializeApprovals', () => ({}))
})

describe('buildLpRebalance', () => {
  it('reports that the LP vault takes it from its delegate alone, which is another strategy', async () => {
    await waitForRebalance()
    const built = await lp.built('rebalance', { strategy: first.address }, 'agent')
    expect(built.issues[0]).toMatchObject({ rebalanceDelegate: world().lpStrategy })
    await lp.expectRevert('agent', built, ['not_rebalance_delegate'], 'rebalanceDelegate', true)
  })

  it('has the LP vault rebalanced, as the API shows', async () => {
    const { lpStrategy: strategy } = world()
    const built = await lp.built('rebalance', { strategy })
    expect(built).toMatchObject({ data: encode('rebalance()'), args: {}, issues: [], simulation: { status: 'ok' } })
    expect(built.description).toContain(strategy)
    const read = await lp.sent('owner', built, strategy)
    expect(read.lpVault?.lastRebalance).toBe(String(read.asOf.timestamp))
  })

  it('reports that it is too early again', async () => {
    const built = await lp.built('rebalance', { strategy: world().lpStrategy })
    expect(Number(built.issues[0]?.['remainingSec'])).toBeGreaterThan(3000)
    await lp.expectRevert('owner', built, ['rebalance_too_early'], 'PE', true)
  })

  it('reports that an empty strategy cannot', async () => {
    const built = await lp.built('rebalance', { strategy: empty }, 'agent')
    await lp.expectRevert('agent', built, ['valuation_unavailable'], 'RebalanceValuationUnavailable')
  })

  it('reports that it is for owner and vault alone', async () => {
    const built = await lp.built('rebalance', { strategy: empty }, 'stranger')
    await lp.expectRevert(
      'stranger',
      built,
      ['contract_not_proven', 'not_owner', 'valuation_unavailable'],
      'Only owner or vault',
      true,
    )
  })

  it('knows that the vault may', async () => {
    const built = await lp.built('rebalance', { strategy: world().lpStrategy, from: world().vault })
    expect(codesOf(built)).not.toContain('not_owner')
  })

  itIsOfAStrategy('rebalance', () => ({}))
})

describe('buildLpOwnerEmergencyWithdraw', () => {
  const body = (amount: bigint, token: Address = world().usdc) => ({
    strategy: first.address,
    token,
    to: world().vault,
    amount: String(amount),
  })
  const withdraw = (amount: bigint, token?: Address) => lp.built('ownerEmergencyWithdraw', body(amount, token), 'agent')

  it('reports that an active strategy gives out neither coins, dollars nor LP shares', async () => {
    for (const token of [world().usdc, world().lpVault, world().creatorCoin]) {
      const built = await withdraw(0n, token)
      await lp.expectRevert('agent', built, ['strategy_active'], 'EmergencyWithdrawRestrictedToken')
    }
  })

  it('sends dollars of an inactive strategy to its vault, as the API shows', async () => {
    const off = await lp.built('setActive', { strategy: first.address, active: false }, 'agent')
    await lp.sent('agent', off, first.address)
    const built = await withdraw(120_000_000n)
    const { usdc, vault } = world()
    expect(built).toMatchObject({
      data: encode('ownerEmergencyWithdraw(address,address,uint256)', [usdc, vault, 120_000_000n]),
      args: { token: usdc, to: vault, amount: '120000000' },
      issues: [],
      simulation: { status: 'ok' },
      balance: String(dollars),
    })
    for (const part of ['120 USDC', usdc, vault, first.address]) expect(built.description).toContain(part)
    expect((await lp.sent('agent', built, first.address)).totals.idleUsdc).toBe(String(dollars - 120_000_000n))
  })

  it('reports that it holds less', async () => {
    const built = await withdraw(10n ** 15n)
    await lp.expectRevert('agent', built, ['strategy_balance_too_low'], 'ERC20InsufficientBalance')
  })

  it('reports that anyone but the owner cannot', async () => {
    const built = await lp.built('ownerEmergencyWithdraw', body(1n), 'stranger')
    await lp.expectRevert('stranger', built, ['contract_not_proven', 'not_owner'], 'OwnableUnauthorizedAccount')
  })

  it('pays to the vault of the strategy alone', async () => {
    for (const to of [lp.world.accounts[0]?.address, first.address, world().vault2, zeroAddress, undefined])
      await lp.expectRefused('ownerEmergencyWithdraw', { ...body(1n), to }, 'to')
  })

  it('refuses an address that is not a token, and an invalid amount', async () => {
    for (const token of [eoa, world().lendpoolAuth, zeroAddress, undefined])
      await lp.expectRefused('ownerEmergencyWithdraw', { ...body(1n), token }, 'token')
    for (const amount of ['-1', 1.5, undefined, String(2n ** 256n)])
      await lp.expectRefused('ownerEmergencyWithdraw', { ...body(1n), amount }, 'amount')
  })

  itIsOfAStrategy('ownerEmergencyWithdraw', () => body(1n))
})

describe('buildLpOwnerEmergencyWithdrawFromLp', () => {
  it('goes by the first generation’s name, takes all LP shares back and leaves nothing in the strategy', async () => {
    const { address: strategy } = first
    const built = await lp.built('ownerEmergencyWithdrawFromLp', { strategy }, 'agent')
    expect(built).toMatchObject({
      data: encode('ownerEmergencyWithdrawFromLp()'),
      issues: [],
      simulation: { status: 'ok' },
      shares: String(shares),
    })
    for (const part of [strategy, world().vault]) expect(built.description).toContain(part)
    const coin = lp.chain.at('CreatorCoin', world().creatorCoin)
    const before = BigInt(String(await lp.chain.read(coin, 'balanceOf', [world().vault])))
    const { lpVault, totals } = await lp.sent('agent', built, strategy)
    expect(lpVault?.strategyShares).toBe('0')
    expect(totals).toMatchObject({ idleCreatorWei: '0', idleUsdc: '0' })
    expect(BigInt(String(await lp.chain.read(coin, 'balanceOf', [world().vault])))).toBeGreaterThan(before)
  })

  it('goes by the later name', async () => {
    const { lpStrategy: strategy } = world()
    const built = await lp.built('ownerEmergencyWithdrawFromLp', { strategy })
    expect(built).toMatchObject({ data: encode('ownerEmergencyWithdrawFromCharm()'), issues: [] })
    expect(built.warnings.join()).toContain('stays active')
    expect((await lp.sent('owner', built, strategy)).lpVault?.strategyShares).toBe('0')
  })

  it('reports that anyone but the owner cannot', async () => {
    const built = await lp.built('ownerEmergencyWithdrawFromLp', { strategy: first.address }, 'stranger')
    await lp.expectRevert('stranger', built, ['contract_not_proven', 'not_owner'], 'OwnableUnauthorizedAccount')
  })

  it('answers the calldata when no node does', async () => {
    lp.proxy.mode = 'drop'
    expect(await lp.built('ownerEmergencyWithdrawFromLp', { strategy: empty })).toMatchObject({
      data: encode('ownerEmergencyWithdrawFromCharm()'),
      issues: [{ code: 'chain_unreachable' }],
      shares: null,
    })
  })

  itIsOfAStrategy('ownerEmergencyWithdrawFromLp', () => ({}))
})

describe('buildLpVaultRebalance', () => {
  const vault = () => world().lpVault

  it('reports that a stranger cannot', async () => {
    await waitForRebalance()
    const built = await lp.built('vault/rebalance', { vault: vault() }, 'stranger')
    await lp.expectRevert('stranger', built, ['not_rebalance_delegate'], 'rebalanceDelegate', true)
  })

  it('rebalances for its manager, as the API shows', async () => {
    const built = await lp.built('vault/rebalance', { vault: vault() })
    expect(built).toMatchObject({
      to: vault(),
      data: encode('rebalance()'),
      issues: [],
      simulation: { status: 'ok' },
    })
    expect(built.description).toContain(vault())
    const read = await lp.sent('owner', built, world().lpStrategy)
    expect(read.lpVault?.lastRebalance).toBe(String(read.asOf.timestamp))
  })

  it('reports that it is too early again', async () => {
    const built = await lp.built('vault/rebalance', { vault: vault() })
    await lp.expectRevert('owner', built, ['rebalance_too_early'], 'PE', true)
  })

  it.each([
    'mode',
    'swapAmount',
    'sqrtPriceLimitX96',
    'baseLower',
    'baseUpper',
    'bidLower',
    'bidUpper',
    'askLower',
    'askUpper',
  ])('refuses %s, which would be ignored', async (key) => {
    for (const value of [0, null]) await lp.expectRefused('vault/rebalance', { vault: vault(), [key]: value }, key)
  })

  it('refuses what the factory does not know', async () => {
    for (const wrong of [eoa, world().v3Pool, zeroAddress, undefined])
      await lp.expectRefused('vault/rebalance', { vault: wrong }, 'vault')
  })
})

describe('buildLpVaultSetStrategy', () => {
  const body = (more: object = {}) => ({ vault: world().lpVault, strategy: world().lpStrategyProxy, ...more })

  it('names a rebalance delegate, by default', async () => {
    const { lpVault, lpStrategy, lpStrategyProxy: strategy } = world()
    for (const given of [body(), body({ mode: 'delegate' })])
      expect(await lp.built('vault/setStrategy', given)).toMatchObject({
        to: lpVault,
        data: encode('setRebalanceDelegate(address)', [strategy]),
        args: { rebalanceDelegate: strategy },
        description: `Let ${strategy} rebalance the LP vault ${lpVault}.`,
        changes: [{ name: 'rebalanceDelegate', current: lpStrategy, next: strategy }],
        issues: [],
        warnings: [],
        simulation: { status: 'ok' },
      })
    const read = await lp.sent('owner', await lp.built('vault/setStrategy', body()), strategy)
    expect(read.lpVault?.rebalanceDelegate).toBe(strategy)
  })

  it('names a manager, who must accept', async () => {
    const { lpVault } = world()
    const strategy = lp.world.accounts.find(({ role }) => role === 'agent')?.address
    const built = await lp.built('vault/setStrategy', body({ mode: 'manager', strategy }))
    expect(built).toMatchObject({
      data: encode('setManager(address)', [strategy]),
      changes: [{ name: 'pendingManager', current: zeroAddress, next: strategy }],
      issues: [],
      simulation: { status: 'ok' },
    })
    expect(built.warnings.join()).toMatch(/acceptManager.*does not answer as an LP strategy/)
    const before = await lp.sent('owner', built, world().lpStrategy)
    expect(before.lpVault).toMatchObject({ pendingManager: strategy, manager: lp.world.accounts[0]?.address })
    await lp.chain.send('agent', lp.chain.at('LpVault', lpVault), 'acceptManager')
    const taken = await lp.built('vault/setStrategy', body(), 'agent')
    expect(taken.issues).toEqual([])
    await lp.chain.send('agent', lp.chain.at('LpVault', lpVault), 'setManager', [lp.world.accounts[0]?.address])
    await lp.chain.send('owner', lp.chain.at('LpVault', lpVault), 'acceptManager')
  })

  it('warns of a strategy of another LP vault', async () => {
    const vault = await lp.deployOtherLpVault()
    const built = await lp.built('vault/setStrategy', body({ vault }))
    expect(built).toMatchObject({ warnings: [expect.stringContaining(world().lpVault)], simulation: { status: 'ok' } })
  })

  it('reports that anyone but the manager cannot', async () => {
    for (const mode of ['delegate', 'manager']) {
      const built = await lp.built('vault/setStrategy', body({ mode }), 'stranger')
      await lp.expectRevert('stranger', built, ['not_manager'], 'manager', true)
    }
  })

  it('refuses another mode, what the factory does not know, and no strategy', async () => {
    for (const mode of ['Manager', 'owner', 1, null, {}])
      await lp.expectRefused('vault/setStrategy', body({ mode }), 'mode')
    for (const vault of [eoa, world().v3Pool, undefined])
      await lp.expectRefused('vault/setStrategy', body({ vault }), 'vault')
    for (const strategy of ['0x12', zeroAddress, undefined])
      await lp.expectRefused('vault/setStrategy', body({ strategy }), 'strategy')
  })
})
