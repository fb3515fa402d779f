import { getAddress, maxUint256 } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import { UnsignedCalldata } from '../../../schema/calldata.ts'
import { useNet } from '../../support/useNet.ts'
import { expectMined } from '../minedEffects.ts'
import { build, builtOf, sessionOf } from '../support.ts'
import { startLendNet, wad } from './support.ts'

const net = useNet(() => startLendNet(UnsignedCalldata, 'borrow', 'agent'))
beforeAll(() => net.giveDollars('agent', '1000'))

const agent = addressOf('agent')
const stranger = addressOf('stranger')
const borrower = addressOf('borrower')

/** Builds for an account with its own session. */
async function builtFor(role: 'agent' | 'borrower' | 'stranger', path: string, body: object) {
  const pool = net.lendpool.address
  return builtOf(await build(net.api, `lendpool/${path}`, await sessionOf(net.net, role), { pool, ...body }))
}
const mined = (role: 'agent' | 'borrower' | 'stranger', built: Parameters<typeof expectMined>[3]) =>
  expectMined(net.net, net.chain, role, built)

describe('a mined transaction changes what its build listed', () => {
  it('of a loan: the tokens to the wei, the debt with the fee of a rate that may change', async () => {
    const amounts = { amountToBorrow: String(wad('1000')), collateralToPledge: String(wad('100') + 7n) }
    const built = await builtFor('agent', 'borrow', { borrower: agent, limitIndex: 3400, ...amounts })
    expect(await mined('agent', built)).toEqual([
      'token of sender: certain',
      'token of sender: certain',
      'debt of sender: bounded',
      'collateral of sender: certain',
    ])
    expect(built.effects?.map(({ delta }) => delta)).toMatchObject([
      '-100000000',
      String(wad('1000')),
      expect.stringMatching(/^1000961538/),
      String(wad('100')),
    ])
    expect(built.effects?.[2]).toMatchObject({
      contract: net.lendpool.address,
      decimals: 18,
      symbol: 'AURORA',
      reason: expect.stringContaining('origination fee'),
      provenance: { status: 'proven' },
    })
    expect(built.description).toMatch(
      /The sender pays 100 USDC .*receives 1000 AURORA .*raises its debt by at most 1001\.\d+ AURORA, and raises its collateral by 100 USDC\.$/,
    )
  })

  it('of collateral for the loan of somebody else', async () => {
    const built = await builtFor('agent', 'addCollateral', { borrower, collateralToPledge: String(wad('5')) })
    expect(await mined('agent', built)).toEqual(['token of sender: certain', `collateral of ${borrower}: certain`])
    expect(built.description).toContain(` ${borrower} raises its collateral by 5 USDC.`)
  })

  it('of a part of a debt, which others may repay first', async () => {
    const { lpStrategy } = net.world.contracts
    const body = { borrower: lpStrategy, maxQuoteTokenAmountToRepay: String(wad('1000')) }
    const built = await builtFor('stranger', 'repay', body)
    expect(built.effects?.[0]).toMatchObject({ least: String(-wad('1000')), most: '-1', certainty: 'bounded' })
    expect(await mined('stranger', built)).toEqual([
      'token of sender: bounded',
      'allowance of sender: bounded',
      `debt of ${lpStrategy}: bounded`,
    ])
  })

  it('of a whole debt, and of collateral that goes to somebody else', async () => {
    const built = await builtFor('agent', 'repay', {
      borrower: agent,
      maxQuoteTokenAmountToRepay: 'max',
      collateralAmountToPull: String(wad('30')),
      collateralReceiver: stranger,
    })
    expect(await mined('agent', built)).toEqual([
      'token of sender: bounded',
      'allowance of sender: bounded',
      `token of ${stranger}: certain`,
      'debt of sender: bounded',
      'collateral of sender: certain',
    ])
    const rest = await builtFor('agent', 'removeCollateral', {
      borrower: agent,
      collateralAmountToPull: String(wad('70')),
    })
    expect(await mined('agent', rest)).toEqual(['token of sender: certain', 'collateral of sender: certain'])
  })
})

describe('who could lose', () => {
  it('have no bound for a payer whose allowance has no limit, since the borrower can owe more by then', async () => {
    await net.chain.send('stranger', net.coin, 'approve', [net.lendpool.address, maxUint256])
    const body = { borrower, maxQuoteTokenAmountToRepay: 'max' }
    const { effects } = await builtFor('stranger', 'repay', body)
    expect(effects?.[0]).toMatchObject({ kind: 'token', certainty: 'bounded', least: null, most: '-1' })
    await net.chain.send('stranger', net.coin, 'approve', [net.lendpool.address, wad('200000')])
    const bounded = await builtFor('stranger', 'repay', body)
    expect(bounded.effects?.[0]).toMatchObject({ least: String(-wad('200000')) })
  })

  it('finds out a pool of the factory whose collateral goes elsewhere', async () => {
    const artifacts = await compileSolidity({ sources: ['test/calldata/contracts/OddToken.sol'] })
    const token = await (await openChain({ rpcUrl: net.rpcUrl, artifacts })).deploy('OddToken', [agent, wad('10')])
    const factory = net.chain.at('LendingPoolFactory', net.world.contracts.lendpoolFactory)
    await net.chain.send('owner', factory, 'deployPool', [token.address, net.coin.address, wad('0.05')])
    const subset = await net.chain.read(factory, 'ERC20_NON_SUBSET_HASH')
    const made = await net.chain.read(factory, 'deployedPools', [subset, token.address, net.coin.address])
    const pool = getAddress(String(made))
    const body = { pool, borrower: agent, collateralToPledge: String(wad('3')), allowUnproven: true }
    expect((await builtFor('agent', 'addCollateral', body)).issues.map(({ code }) => code)).toEqual([
      'contract_not_proven',
    ])
    await net.chain.send('owner', token, 'play', [2])
    const built = await builtFor('agent', 'addCollateral', body)
    expect(built.simulation.status).toBe('ok')
    expect(built.issues.map(({ code }) => code)).toEqual(['contract_not_proven', 'unexpected_effect'])
    expect(built.issues[1]?.message).toMatch(/^3000000000000000000 base units of .* which the request does not name$/)
  })
})
