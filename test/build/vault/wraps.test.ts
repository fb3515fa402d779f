import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { UnsignedWrap } from '../../../schema/build/vaultCalldata.ts'
import { restorePoint } from '../../support/restorePoint.ts'
import { useNet } from '../../support/useNet.ts'
import { codesOf } from '../support.ts'
import { coins, startVaultNet } from './support.ts'

const net = useNet(() => startVaultNet())
beforeEach(() => {
  net.proxy.reset()
  return restorePoint(net.rpcUrl)
})

const wrap = (body: object = {}) =>
  net.built(UnsignedWrap, 'wrap', { as: 'voter', amount: String(coins('5000')), ...body })
const unwrap = (body: object = {}) =>
  net.built(UnsignedWrap, 'unwrap', { as: 'voter', amount: String(coins('5')), ...body })

describe('buildVaultWrap', () => {
  it('approves exactly the shares, and gives exactly the expected share tokens after the fee', async () => {
    const { vault, wrapper, shareToken } = net.world.contracts
    await net.send('owner', 'setFees', [100n, 50n], 'wrapper')
    await net.send('voter', 'approve', [wrapper, 0n])
    const held = await net.balance('shareToken', 'voter')
    const built = await wrap({ amount: String(coins('5000') + 7n) })
    expect(built).toMatchObject({
      to: wrapper,
      function: 'wrap(uint256)',
      wrapper,
      vault,
      approvals: [{ to: vault, args: { spender: wrapper, amount: String(coins('5000') + 7n) } }],
      token: { address: vault },
      expectedToken: { address: shareToken, symbol: '■AURORA' },
      expectedAmount: String(coins('4.95')),
      feeBps: '100',
      issues: [],
      simulation: { status: 'ok' },
    })
    await net.mined('voter', built)
    expect((await net.balance('shareToken', 'voter')) - held).toBe(coins('4.95'))

    const shares = await net.balance('vault', 'voter')
    const back = await unwrap()
    expect(back).toMatchObject({ to: wrapper, function: 'unwrap(uint256)', approvals: [], feeBps: '50', issues: [] })
    await net.mined('voter', back)
    expect((await net.balance('vault', 'voter')) - shares).toBe(BigInt(back.expectedAmount ?? 0))
  })
})

describe('shares that a thousand does not divide', () => {
  it('count towards the next wrap of their owner', async () => {
    await net.mined('voter', await wrap({ amount: '1600' }))
    const held = await net.balance('shareToken', 'voter')
    const built = await wrap({ amount: '1500' })
    expect(built).toMatchObject({ expectedAmount: '2', issues: [], simulation: { status: 'ok' } })
    await net.mined('voter', built)
    expect((await net.balance('shareToken', 'voter')) - held).toBe(2n)
  })
})

describe('buildVaultUnwrap', () => {
  it('takes whole tokens, and checks the limit', async () => {
    const built = await unwrap({ amount: undefined, amountDecimal: '5', limitAmountDecimal: '5000.1' })
    expect(built).toMatchObject({ amount: String(coins('5')), expectedAmount: String(coins('5000')), limitMet: false })
    expect(codesOf(built)).toEqual(['limit_not_met'])
  })
})

describe('what only the chain knows', () => {
  it('says what the sender lacks, and what a thousand does not make', async () => {
    expect(codesOf(await wrap({ as: 'admin' }))).toEqual(['insufficient_balance'])
    const small = await wrap({ amount: '999' })
    expect(codesOf(small)).toEqual(['result_rounds_to_zero'])
    expect(small.simulation).toMatchObject({ error: { name: 'AmountTooSmallToNormalize' } })
    expect(codesOf(await unwrap({ as: 'stranger' }))).toEqual(['insufficient_balance'])
  })
})

describe('error and security', () => {
  it('refuses a vault without a wrapper, and every request that no node can serve', async () => {
    const body = { vault: net.world.contracts.legacyVault, amount: '5000', allowUnproven: true }
    const refused = await net.post('wrap', body)
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(JSON.stringify(refused.json)).toContain('names a wrapper')
    net.proxy.mode = 'drop'
    for (const path of ['wrap', 'unwrap'])
      expect(await net.post(path, { amount: '5000' })).toMatchObject({ status: 503, code: 'read_needed' })
  })

  it('refuses the wrapper of another vault, although the registry names it', async () => {
    const { usdc, legacyVault, shareToken, wrapper, oracle, gaugeController } = net.world.contracts
    const lane = [usdc, legacyVault, shareToken, wrapper, oracle, gaugeController, 0]
    await net.send('owner', 'registerToken', lane, 'registry')
    for (const path of ['wrap', 'unwrap'])
      expect(await net.post(path, { vault: legacyVault, amount: '5000' })).toMatchObject({
        status: 400,
        code: 'invalid_request',
      })
  })

  it('lets no wrapper of an unproven vault spend its shares', async () => {
    const body = { vault: net.world.contracts.legacyVault, amount: '5000', from: addressOf('voter') }
    expect(await net.post('wrap', body)).toMatchObject({ status: 403, code: 'contract_not_proven' })
  })
})
