import { parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { type AccountRole, addressOf } from '../../localnet/world/accounts.ts'
import type { CompiledRole } from '../../localnet/world/contractRoles.ts'
import { deployVault } from '../../localnet/world/deployVault.ts'
import { revertOf, useWorld } from './useWorld.ts'

const coins = (amount: string) => parseUnits(amount, 18)
const at = useWorld()
const send = (role: AccountRole, name: string, args: unknown[] = [], to: CompiledRole = 'vault') =>
  at().chain.send(role, at().contract(to), name, args)
const read = async (name: string, args: unknown[] = [], from: CompiledRole = 'vault') =>
  BigInt(String(await at().chain.read(at().contract(from), name, args)))

describe('happy', () => {
  test('an empty vault gives a thousand shares for a coin and prices a share at exactly one', async () => {
    expect(await read('totalSupply', [], 'vault2')).toBe(0n)
    expect(await read('pricePerShare', [], 'vault2')).toBe(10n ** 18n)
    expect(await read('decimals', [], 'vault2')).toBe(18n)
    expect(await read('previewDeposit', [coins('1')], 'vault2')).toBe(coins('1000'))
  })

  test('the price of a share follows assets and supply with their virtual parts', async () => {
    const [assets, supply] = [await read('totalAssets'), await read('totalSupply')]
    expect(await read('pricePerShare')).toBe(((assets + 1n) * 10n ** 18n) / (supply + 1000n))
  })

  test('a report books interest as profit, takes the fee in shares and lets the price rise over time', async () => {
    const buffer = await at().chain.read(at().contract('innerVault'), 'BUFFER')
    await send('owner', 'report')
    await send('owner', 'transfer', [buffer, coins('10000')], 'creatorCoin')
    const [shares, price] = [await read('balanceOf', [addressOf('owner')]), await read('pricePerShare')]
    await send('owner', 'report')
    expect(await read('balanceOf', [addressOf('owner')])).toBeGreaterThan(shares)
    expect(await read('totalLockedShares')).toBeGreaterThan(0n)
    const reported = await read('pricePerShare')
    expect(reported - price).toBeLessThan(price / 10_000n)
    await at().pass(7 * 86_400)
    expect(await read('totalLockedShares')).toBe(0n)
    expect(await read('pricePerShare')).toBeGreaterThan(reported)
  })

  test('a withdrawal above the idle coins recalls the rest from the strategies', async () => {
    const debt = await read('totalDebt')
    await send('owner', 'updateDebt', [at().world.contracts.lendpoolStrategy, coins('2500000')])
    const idle = await read('coinBalance')
    const amount = idle + coins('100000')
    await send('owner', 'setFlashLoanProtection', [1n, 2n ** 255n, 10n])
    await send('owner', 'withdraw', [amount, addressOf('owner'), addressOf('owner')])
    expect(await read('coinBalance')).toBe(0n)
    expect(await read('totalDebt')).toBeGreaterThan(debt)
  })

  test('wrapping gives one share token for a thousand shares and unwrapping returns them', async () => {
    const before = await read('balanceOf', [addressOf('voter')])
    await send('voter', 'unwrap', [coins('5')], 'wrapper')
    expect((await read('balanceOf', [addressOf('voter')])) - before).toBe(coins('5000'))
    await send('voter', 'wrap', [coins('5000')], 'wrapper')
    expect(await read('balanceOf', [addressOf('voter')])).toBe(before)
    const value = await read('convertToAssets', [coins('1')], 'shareToken')
    expect(value).toBe(await read('convertToAssets', [coins('1000')]))
  })

  test('share tokens received in a block cover nothing in it, and everything after it', async () => {
    await send('voter', 'transfer', [addressOf('admin'), coins('7')], 'shareToken')
    const held = await read('balanceOf', [addressOf('admin')], 'shareToken')
    const eligible = () => read('balanceEligibleForLotteryCoverage', [addressOf('admin')], 'shareToken')
    expect(await eligible()).toBe(held - coins('7'))
    await at().pass(1)
    expect(await eligible()).toBe(held)
  })

  test('a queued withdrawal is counted until it is claimed or cancelled, and pays the receiver it named', async () => {
    expect(await read('totalQueuedWithdrawalShares')).toBe(coins('5000000'))
    await send('borrower', 'claimQueuedWithdrawal')
    expect(await read('totalQueuedWithdrawalShares')).toBe(0n)
    await send('owner', 'queueWithdrawal', [coins('6000000'), addressOf('admin')])
    const held = await read('balanceOf', [addressOf('owner')])
    await send('owner', 'cancelQueuedWithdrawal')
    expect((await read('balanceOf', [addressOf('owner')])) - held).toBe(coins('6000000'))
  })

  test('a wrap keeps what a thousand does not divide for the next call, and takes its fee', async () => {
    await send('owner', 'setFees', [100n, 0n], 'wrapper')
    const [shares, dust] = [await read('balanceOf', [addressOf('voter')], 'shareToken'), 2999n]
    await send('voter', 'wrap', [dust], 'wrapper')
    expect((await read('balanceOf', [addressOf('voter')], 'shareToken')) - shares).toBe(2n)
    // A hundredth of 2999 is 29; of the other 2970 two thousand are wrapped.
    expect(await read('userDustShares', [addressOf('voter')], 'wrapper')).toBe(970n)
    expect(await read('previewUnwrap', [2n, addressOf('voter')], 'wrapper')).toBe(2970n)
  })

  test('a vault with many strategies holds one of each kind in turn and counts them all', async () => {
    const { rpcUrl, artifacts, world, chain } = at()
    const { vault, strategies } = await deployVault({ rpcUrl, artifacts, world, strategies: 9 })
    const kinds = strategies.map(({ kind }) => kind)
    expect(kinds.slice(0, 5)).toEqual(['lendpool', 'lpstrat', 'svm', 'unknown', 'lendpool'])
    const contract = chain.at('CreatorVault', vault)
    expect(await chain.read(contract, 'strategyCount')).toBe(9n)
    const assets = BigInt(String(await chain.read(contract, 'totalAssets')))
    expect(assets).toBeGreaterThan(coins('9900'))
    expect(assets).toBeLessThanOrEqual(coins('10000'))
    await expect(deployVault({ rpcUrl, artifacts, world, strategies: 65 })).rejects.toThrow(RangeError)
  })
})

describe('error', () => {
  test('nobody deposits into a paused or closed vault, a full one, or past its whitelist', async () => {
    const deposit = () => send('voter', 'deposit', [coins('1'), addressOf('voter')])
    await send('owner', 'setPaused', [true])
    expect(await revertOf(deposit())).toBe('Paused')
    await send('owner', 'setPaused', [false])
    await send('owner', 'setWhitelistEnabled', [true])
    expect(await revertOf(deposit())).toBe('Unauthorized')
    await send('owner', 'setWhitelist', [addressOf('voter'), true])
    await deposit()
    await send('owner', 'setMaxTotalSupply', [await read('totalSupply')])
    expect(await revertOf(deposit())).toBe('InvalidAmount')
    await send('owner', 'setMaxTotalSupply', [2n ** 256n - 1n])
    await send('owner', 'shutdown')
    expect(await revertOf(deposit())).toBe('VaultIsShutdown')
    await send('voter', 'withdraw', [coins('1'), addressOf('voter'), addressOf('voter')])
  })

  test('withdrawals are refused while the mode is not normal, too early, and large ones at once', async () => {
    const own = [addressOf('owner'), addressOf('owner')]
    const redeem = (amount: string) => send('owner', 'redeem', [coins(amount), ...own])
    expect(await revertOf(redeem('6000000'))).toBe('LargeWithdrawalMustBeQueued')
    expect(await revertOf(send('owner', 'queueWithdrawal', [coins('1000'), own[0]]))).toBe('InvalidAmount')
    await send('owner', 'queueWithdrawal', [coins('6000000'), own[0]])
    expect(await revertOf(send('owner', 'claimQueuedWithdrawal'))).toBe('WithdrawalNotUnlocked')
    const other = send('owner', 'queueWithdrawal', [coins('6000000'), addressOf('admin')])
    expect(await revertOf(other)).toBe('QueuedWithdrawalReceiverMismatch')
    expect(await revertOf(send('voter', 'claimQueuedWithdrawal'))).toBe('NoQueuedWithdrawal')
    await send('owner', 'setFlashLoanProtection', [100n, coins('5000'), 10n])
    await send('owner', 'deposit', [coins('1'), addressOf('owner')])
    expect(await revertOf(redeem('1000'))).toBe('WithdrawTooSoon')
    await send('owner', 'setVaultMode', [1])
    expect(await revertOf(redeem('1000'))).toBe('VaultNotNormal')
    expect(await read('maxRedeem', [addressOf('owner')])).toBe(0n)
  })

  test('an impaired or inactive strategy counts for nothing', async () => {
    const { lpStrategy } = at().world.contracts
    const [all, debt] = [await read('totalAssets'), await read('getTotalAssets', [], 'lpStrategy')]
    await send('owner', 'setStrategyImpaired', [lpStrategy, true])
    expect(all - (await read('totalAssets'))).toBeLessThanOrEqual(debt)
    expect(await read('totalAssets')).toBeLessThan(all)
    await send('owner', 'setStrategyImpaired', [lpStrategy, false])
    await send('owner', 'setActive', [false], 'lpStrategy')
    expect(await read('totalAssets')).toBeLessThan(all)
  })

  test('fees, strategies and debts beyond the limits are refused by name', async () => {
    const { vault, lendpoolStrategy, creatorCoin2 } = at().world.contracts
    expect(await revertOf(send('owner', 'setFees', [2001, 0]))).toBe('FeeTooHigh')
    expect(await revertOf(send('owner', 'setFees', [0, 501]))).toBe('FeeTooHigh')
    expect(await revertOf(send('owner', 'addStrategy', [lendpoolStrategy, 1]))).toBe('StrategyAlreadyAdded')
    expect(await revertOf(send('owner', 'updateDebt', [vault, 1n]))).toBe('UnknownStrategy')
    const tooMuch = send('owner', 'updateDebt', [lendpoolStrategy, coins('9000000')])
    expect(await revertOf(tooMuch)).toBe('InsufficientLiquidity')
    const args = [vault, creatorCoin2, addressOf('owner')]
    const foreign = await at().chain.deploy('IdleStrategy', args)
    expect(await revertOf(send('owner', 'addStrategy', [foreign.address, 1]))).toBe('StrategyAssetMismatch')
  })
})

describe('security', () => {
  test('only the owner and the keeper run the vault, only the wrapper mints share tokens', async () => {
    const { lpStrategy } = at().world.contracts
    expect(await revertOf(send('stranger', 'report'))).toBe('NotKeeper')
    expect(await revertOf(send('stranger', 'updateDebt', [lpStrategy, 0n]))).toBe('NotKeeper')
    expect(await revertOf(send('stranger', 'shutdown'))).toBe('OwnableUnauthorizedAccount')
    expect(await revertOf(send('owner', 'mint', [addressOf('owner'), 1n], 'shareToken'))).toBe('NotMinter')
    expect(await revertOf(send('owner', 'withdraw', [1n], 'lpStrategy'))).toBe('OnlyVault')
  })
})
