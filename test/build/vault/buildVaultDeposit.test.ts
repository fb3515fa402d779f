import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { UnsignedDeposit } from '../../../schema/build/vaultCalldata.ts'
import { restorePoint } from '../../support/restorePoint.ts'
import { useNet } from '../../support/useNet.ts'
import { codesOf, revertOf, sendAll } from '../support.ts'
import { coins, startVaultNet } from './support.ts'

const net = useNet(() => startVaultNet())
beforeEach(() => {
  net.proxy.reset()
  return restorePoint(net.rpcUrl)
})

const [stranger, admin] = [addressOf('stranger'), addressOf('admin')]
const deposit = (body: object = {}) =>
  net.built(UnsignedDeposit, 'deposit', { as: 'stranger', amount: String(coins('1000')), ...body })

describe('happy', () => {
  it('approves exactly the deposit, and the receiver gets exactly the expected shares', async () => {
    const { vault, creatorCoin } = net.world.contracts
    const held = await net.balance('vault', 'admin')
    await net.send('stranger', 'approve', [vault, 0n], 'creatorCoin')
    const built = await deposit({ receiver: admin })
    expect(built).toMatchObject({
      to: vault,
      function: 'deposit(uint256,address)',
      args: { assets: String(coins('1000')), receiver: admin },
      approvals: [{ to: creatorCoin, args: { spender: vault, amount: String(coins('1000')) } }],
      issues: [],
      simulation: { status: 'ok' },
      token: { address: creatorCoin, symbol: 'AURORA', decimals: 18 },
      expectedToken: { address: vault, decimals: 18 },
      limitAmount: null,
      limitMet: null,
      performanceFeeBps: 1000,
      managementFeeBps: 100,
      warnings: [expect.stringContaining('The block that mines this call decides its result')],
    })
    expect(built.description).toMatch(/ receives about [1-9]/)
    expect(built.description).toContain(
      `Deposit 1000 AURORA (${creatorCoin}) into the vault ${vault}, whose shares go to ${admin}.`,
    )
    await net.mined('stranger', built)
    expect((await net.balance('vault', 'admin')) - held).toBe(BigInt(built.expectedAmount ?? 0))
    expect(await net.read('creatorCoin', 'allowance', [stranger, vault])).toBe(0n)
  })

  it('takes whole coins, and costs one read and one simulation', async () => {
    const before = net.proxy.requests.length
    const built = await deposit({ amount: undefined, amountDecimal: '1000' })
    expect(net.proxy.requests.length - before).toBe(2)
    expect(built).toMatchObject({ amount: String(coins('1000')), issues: [] })
    expect(built.expectedAmount).toBe((await deposit()).expectedAmount)
  })

  it('checks the limit at the block of the answer, and says that sending would succeed anyway', async () => {
    const { expectedAmount } = await deposit()
    const least = BigInt(expectedAmount ?? 0)
    expect(await deposit({ limitAmount: String(least) })).toMatchObject({ limitMet: true, issues: [] })
    const unmet = await deposit({ limitAmount: String(least + 1n) })
    expect(unmet).toMatchObject({
      limitMet: false,
      limitAmount: String(least + 1n),
      issues: [{ code: 'limit_not_met', message: expect.stringContaining('sending would succeed') }],
      simulation: { status: 'ok' },
    })
    await net.mined('stranger', unmet)
  })
})

describe('what only the chain knows', () => {
  const vaultCall =
    (name: string, ...args: unknown[]) =>
    () =>
      net.send('owner', name, args)
  it.each([
    ['vault_paused', 'Paused', vaultCall('setPaused', true), {}],
    ['vault_shut_down', 'VaultIsShutdown', vaultCall('shutdown'), {}],
    ['not_whitelisted', 'Unauthorized', vaultCall('setWhitelistEnabled', true), {}],
    ['vault_not_normal', 'VaultNotNormal', vaultCall('setVaultMode', 1), {}],
    ['deposit_limit_exceeded', 'InvalidAmount', vaultCall('setMaxTotalSupply', coins('1')), {}],
    ['insufficient_balance', 'ERC20InsufficientBalance', undefined, { amount: String(coins('90000000')) }],
  ] as const)('%s is an issue, and sent anyway it reverts with %s', async (code, reverts, change, body) => {
    await change?.()
    const built = await deposit(body)
    expect(codesOf(built)).toEqual([code])
    expect(built.issues[0]?.reverts).toBe(reverts)
    expect(built.simulation).toMatchObject({ status: 'revert', error: { name: reverts, fix: expect.any(String) } })
    const sent = (await sendAll(net, 'stranger', built)).at(-1)
    expect(sent && (await revertOf(net, sent.hash))).toBe(reverts)
  })

  it('says how much the vault still takes', async () => {
    const supply = await net.read('vault', 'totalSupply')
    await net.send('owner', 'setMaxTotalSupply', [supply + coins('500000')])
    const built = await deposit()
    expect(built.maxAmount).toBe(String(await net.read('vault', 'maxDeposit', [stranger])))
    expect(codesOf(built)).toEqual(['deposit_limit_exceeded'])
    expect((await deposit({ amount: built.maxAmount ?? '' })).issues).toEqual([])
  })
})

describe('error and security', () => {
  it('refuses another contract than a vault, and a body with no amount or two', async () => {
    const { creatorCoin } = net.world.contracts
    const body = { vault: creatorCoin, amount: '1', allowUnproven: true }
    expect(await net.post('deposit', body)).toMatchObject({ status: 404, code: 'not_a_vault' })
    for (const amounts of [{}, { amount: '1', amountDecimal: '1' }, { amount: '0' }])
      expect(await net.post('deposit', amounts)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('pays no vault that nothing proves, unless the request allows it', async () => {
    const { legacyVault } = net.world.contracts
    const refused = await net.post('deposit', { vault: legacyVault, amount: '1000', from: stranger })
    expect(refused).toMatchObject({ status: 403, code: 'contract_not_proven' })
    expect(JSON.stringify(refused.json)).not.toContain('"data":')
    const allowed = await deposit({ vault: legacyVault, allowUnproven: true })
    expect(codesOf(allowed)).toEqual(['contract_not_proven'])
  })

  it('answers the calldata of the configured vault without a node, and of no other', async () => {
    net.proxy.mode = 'drop'
    expect(await deposit()).toMatchObject({
      issues: [{ code: 'chain_unreachable' }],
      approvals: [],
      expectedAmount: null,
      token: null,
    })
    const other = await net.post('deposit', { vault: net.world.contracts.vault2, amount: '1' })
    expect(other).toMatchObject({ status: 503, code: 'read_needed' })
    expect(await net.post('deposit', { amountDecimal: '1' })).toMatchObject({ status: 503, code: 'read_needed' })
  })
})
