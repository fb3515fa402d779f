import { parseUnits, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import { prepared, useNet } from '../../support/useNet.ts'
import { expectMined } from '../minedEffects.ts'
import { chainTime, setTime } from '../support.ts'
import { startLpNet } from './support.ts'

const lp = useNet(() => startLpNet())
/** Of the agent, with dollars and shares of the LP vault. */
const own = prepared(() => lp.deployStrategy('FirstLpStrategy'))
beforeAll(async () => {
  const { usdc, lpVault } = world()
  await lp.chain.send('agent', own, 'setLpVault', [lpVault])
  await lp.chain.send('owner', lp.chain.at('Usdc', usdc), 'mint', [own.address, 500_000_000n])
  await lp.chain.send('owner', lp.chain.at('LpVault', lpVault), 'transfer', [own.address, parseUnits('1000', 18)])
})

const world = () => lp.world.contracts
const mined = (role: AccountRole, built: Parameters<typeof expectMined>[3]) =>
  expectMined(lp.net, lp.chain, role, built)
const owns = (path: string, body: object) => lp.built(path, { strategy: own.address, ...body }, 'agent')
const waitForRebalance = async () => setTime(lp.net, (await chainTime(lp.net)) + 3600n)

describe('a mined transaction changes what its build listed', () => {
  it('of approvals, which have no limit, and of settings, which move nothing', async () => {
    const { swapRouter, lpVault, creatorCoin } = world()
    const other = (await lp.deployStrategy('FirstLpStrategy')).address
    const built = await lp.built('initializeApprovals', { strategy: other, allowUnproven: true }, 'agent')
    // The constructor has given the router its allowances already.
    expect(built.effects).toEqual([])
    const set = await lp.built('setLpVault', { strategy: other, lpVault }, 'agent')
    expect(set.effects?.[0]).toMatchObject({ address: other, contract: creatorCoin, spender: lpVault, before: '0' })
    expect(set.description).toContain(`leaves ${lpVault} an allowance of all AURORA`)
    expect(await mined('agent', set)).toEqual(Array(2).fill(`allowance of ${other}: certain`))
    const removed = await lp.built('setLpVault', { strategy: other, lpVault: zeroAddress }, 'agent')
    expect(await mined('agent', removed)).toEqual(Array(2).fill(`allowance of ${other}: bounded`))
    expect((await lp.built('setActive', { strategy: other, active: false }, 'agent')).effects).toEqual([])
    const proxied = { strategy: world().lpStrategyProxy, allowUnproven: true }
    const granted = await lp.built('initializeApprovals', proxied)
    expect(granted.effects?.map(({ spender }) => spender)).toEqual([swapRouter, swapRouter])
    expect(await mined('owner', granted)).toEqual(Array(2).fill(`allowance of ${proxied.strategy}: certain`))
  })

  it('of a rebalance: what the LP vault keeps outside of its positions is unknown', async () => {
    const { lpStrategy, lpVault } = world()
    const unknown = Array(2).fill(`token of ${lpVault}: unknown`)
    await waitForRebalance()
    const built = await lp.built('rebalance', { strategy: lpStrategy })
    expect(built.effects?.[0]?.reason).toContain('the price')
    expect(await mined('owner', built)).toEqual(unknown)
    await waitForRebalance()
    expect(await mined('owner', await lp.built('vault/rebalance', { vault: lpVault }))).toEqual(unknown)
  })

  it('of withdrawals to the creator vault', async () => {
    const { usdc, vault } = world()
    await lp.sent('agent', await owns('setActive', { active: false }), own.address)
    const dollars = await owns('ownerEmergencyWithdraw', { token: usdc, to: vault, amount: '120000000' })
    expect(await mined('agent', dollars)).toEqual([`token of ${own.address}: certain`, `token of ${vault}: certain`])
    expect(dollars.description).toContain(`${own.address} pays 120 USDC`)
    const all = await owns('ownerEmergencyWithdrawFromLp', {})
    expect(await mined('agent', all)).toEqual(
      [own.address, own.address, vault, own.address, vault].map((address) => `token of ${address}: bounded`),
    )
  })
})

it('a token that a strategy sends and that goes elsewhere is an unexpected effect', async () => {
  const artifacts = await compileSolidity({ sources: ['test/calldata/contracts/OddToken.sol'] })
  const chain = await openChain({ rpcUrl: lp.rpcUrl, artifacts })
  const token = await chain.deploy('OddToken', [own.address, 1000n])
  const withdraw = () => owns('ownerEmergencyWithdraw', { token: token.address, to: world().vault, amount: '400' })
  expect((await withdraw()).issues.map(({ code }) => code)).not.toContain('unexpected_effect')
  await lp.chain.send('owner', token, 'play', [2])
  const { issues, simulation } = await withdraw()
  expect(simulation.status).toBe('ok')
  expect(issues.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^0x\w+ receives 0 ODD .*; 0.0000000000000004 ODD .* was expected$/),
    expect.stringMatching(/^400 base units of .* which the request does not name$/),
  ])
})
