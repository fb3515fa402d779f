import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { UnsignedVaultCall } from '../../../schema/build/vaultCalldata.ts'
import { restorePoint } from '../../support/restorePoint.ts'
import { useNet } from '../../support/useNet.ts'
import { codesOf, revertOf, sendAll } from '../support.ts'
import { coins, startVaultNet } from './support.ts'

const net = useNet(() => startVaultNet())
beforeEach(() => {
  net.proxy.reset()
  return restorePoint(net.rpcUrl)
})

const [stranger, admin, voter] = [addressOf('stranger'), addressOf('admin'), addressOf('voter')]
const exit = (path: 'withdraw' | 'redeem', body: object = {}) =>
  net.built(UnsignedVaultCall, path, { as: 'stranger', amount: String(coins('1000')), ...body })

describe('buildVaultWithdraw', () => {
  it('withdraws exact coins to a receiver, for exactly the expected shares', async () => {
    const { vault, creatorCoin } = net.world.contracts
    const [shares, held] = [await net.balance('vault', 'stranger'), await net.balance('creatorCoin', 'admin')]
    const built = await exit('withdraw', { receiver: admin })
    expect(built).toMatchObject({
      to: vault,
      function: 'withdraw(uint256,address,address)',
      args: { assets: String(coins('1000')), receiver: admin, owner: stranger },
      approvals: [],
      issues: [],
      simulation: { status: 'ok' },
      token: { address: creatorCoin },
      expectedToken: { address: vault },
      maxAmount: String(await net.read('vault', 'maxWithdraw', [stranger])),
    })
    expect(built.expectedAmount).toBe(String(await net.read('vault', 'previewWithdraw', [coins('1000')])))
    await net.mined('stranger', built)
    expect((await net.balance('creatorCoin', 'admin')) - held).toBe(coins('1000'))
    expect(shares - (await net.balance('vault', 'stranger'))).toBe(BigInt(built.expectedAmount ?? 0))
  })
})

describe('buildVaultRedeem', () => {
  it('redeems exact shares for exactly the expected coins, rounded down', async () => {
    const held = await net.balance('creatorCoin', 'stranger')
    const amount = coins('1000') + 7n
    const built = await exit('redeem', { amount: String(amount) })
    expect(built).toMatchObject({
      function: 'redeem(uint256,address,address)',
      issues: [],
      simulation: { status: 'ok' },
    })
    expect(built.expectedAmount).toBe(String(await net.read('vault', 'previewRedeem', [amount])))
    await net.mined('stranger', built)
    expect((await net.balance('creatorCoin', 'stranger')) - held).toBe(BigInt(built.expectedAmount ?? 0))
  })

  it('counts the limit of a withdrawal as a cost, and of a redemption as a result', async () => {
    const cost = BigInt((await exit('withdraw')).expectedAmount ?? 0)
    expect(await exit('withdraw', { limitAmount: String(cost) })).toMatchObject({ limitMet: true, issues: [] })
    const dear = await exit('withdraw', { limitAmount: String(cost - 1n) })
    expect(dear).toMatchObject({ limitMet: false, issues: [{ code: 'limit_not_met' }], simulation: { status: 'ok' } })
    expect(await exit('redeem', { limitAmountDecimal: '1000' })).toMatchObject({
      limitAmount: String(coins('1000')),
      limitMet: false,
      issues: [{ code: 'limit_not_met' }],
    })
  })

  it('takes the shares of an owner who has approved the sender', async () => {
    await net.send('voter', 'approve', [stranger, coins('5000')])
    const built = await exit('redeem', { owner: voter, receiver: admin })
    expect(built).toMatchObject({ args: { owner: voter, receiver: admin }, issues: [], simulation: { status: 'ok' } })
    const held = await net.balance('creatorCoin', 'admin')
    await net.mined('stranger', built)
    expect((await net.balance('creatorCoin', 'admin')) - held).toBe(BigInt(built.expectedAmount ?? 0))
  })
})

describe('what only the chain knows', () => {
  it.each([
    ['vault_paused', 'Paused', ['setPaused', true], {}],
    ['vault_not_normal', 'VaultNotNormal', ['setVaultMode', 1], {}],
    ['withdrawal_too_soon', 'WithdrawTooSoon', ['setFlashLoanProtection', 1_000_000n, coins('5000'), 10n], {}],
    ['withdrawal_must_be_queued', 'LargeWithdrawalMustBeQueued', [], { amount: String(coins('5000')) }],
    ['owner_allowance_too_low', 'ERC20InsufficientAllowance', [], { owner: voter }],
  ] as const)('%s is an issue, and sent anyway it reverts with %s', async (code, reverts, [name, ...args], body) => {
    if (name) await net.send('owner', name, args)
    const built = await exit('withdraw', body)
    expect(codesOf(built)).toEqual([code])
    expect(built.issues[0]?.reverts).toBe(reverts)
    expect(built.simulation).toMatchObject({ status: 'revert', error: { name: reverts, fix: expect.any(String) } })
    const sent = (await sendAll(net, 'stranger', built)).at(-1)
    expect(sent && (await revertOf(net, sent.hash))).toBe(reverts)
  })

  it('says what the owner lacks, and what rounds to nothing', async () => {
    const { issues } = await exit('redeem', { as: 'admin', amount: String(coins('1000')) })
    expect(issues).toMatchObject([{ code: 'insufficient_balance', balance: '0' }])
    expect(codesOf(await exit('redeem', { amount: '1' }))).toEqual(['result_rounds_to_zero'])
  })

  it('builds without a node, and says that nothing was checked', async () => {
    net.proxy.mode = 'drop'
    expect(await exit('redeem')).toMatchObject({ issues: [{ code: 'chain_unreachable' }], expectedAmount: null })
  })
})

describe('security', () => {
  it('names an unproven vault by an issue, and refuses nobody the way out', async () => {
    const { legacyVault } = net.world.contracts
    expect(codesOf(await exit('redeem', { vault: legacyVault }))).toContain('contract_not_proven')
  })

  it('refuses a receiver that would lose what it gets', async () => {
    const { vault, creatorCoin } = net.world.contracts
    for (const receiver of [vault, creatorCoin])
      for (const path of ['deposit', 'withdraw', 'redeem', 'queueWithdrawal']) {
        const refused = await net.post(path, { amount: '1000', receiver })
        expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
        expect(JSON.stringify(refused.json)).toContain('would be lost')
      }
  })

  it('names the receiver and the owner in the sentence that is signed', async () => {
    const { vault, creatorCoin } = net.world.contracts
    const { description } = await exit('withdraw', { receiver: admin, owner: voter })
    expect(description).toBe(
      `Withdraw 1000 AURORA (${creatorCoin}) from the vault ${vault} to ${admin}, for vault shares of ${voter}.`,
    )
  })
})
